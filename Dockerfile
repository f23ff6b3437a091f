# The package, what it depends on, and Node: no shell, no package manager, and not root.
#
#   docker build --tag ratetree:0.3.0 .
#   docker run --init --volume "$PWD:/work" --user "$(id -u)" ratetree:0.3.0 nightly releases
#   docker run --publish 8080:8080 --volume "$PWD:/work" --env RATETREE_ORIGIN=releases \
#     --env RATETREE_KEYLESS_PER_MINUTE=60 ratetree:0.3.0
#
# The gateway ends by itself when it is told to. The other commands need --init, which hands signals on to them: the
# first process of a container takes no signal that it does not handle.
FROM node:24.17.0-bookworm-slim AS package
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --workspaces=false --ignore-scripts
COPY . .
# The package as it would be published, and in it the versions of the lock file.
RUN npm pack --pack-destination /src \
 && mkdir -p /app /work \
 && tar -xzf ratetree-*.tgz -C /app --strip-components=1 \
 && cp package-lock.json /app/ \
 && cd /app \
 && npm ci --omit=dev --workspaces=false --ignore-scripts

FROM gcr.io/distroless/nodejs24-debian12:nonroot
COPY --from=package /app /app
COPY --from=package --chown=65532:65532 /work /work
WORKDIR /work
ENV NODE_ENV=production HOST=0.0.0.0 RATETREE_ADMIN_HOST=0.0.0.0
USER 65532:65532
EXPOSE 8080 9090
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["/nodejs/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.RATETREE_ADMIN_PORT || 9090}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/nodejs/bin/node", "/app/build/scripts/ratetree.js"]
CMD ["serve"]
