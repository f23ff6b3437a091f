# The package, what it depends on, Node, and a signed release: no shell, no package manager, and not root.
#
#   docker build --tag ratetree:0.3.0 .
#   docker run --publish 8080:8080 ratetree:0.3.0
#   curl 'localhost:8080/v1/latest?currencies=USD'
#
# Without a command it answers whoever asks, 60 times a minute, from the figures that it holds, and asks the banks behind
# that. docs/install.md has the volume and the key file, and a night and a gateway of its own.
#
# Whoever publishes images pins both bases: --build-arg BUILD_BASE=node:24.17.0-bookworm-slim@sha256:... and RUN_BASE.
ARG BUILD_BASE=node:24.17.0-bookworm-slim
ARG RUN_BASE=gcr.io/distroless/nodejs24-debian12:nonroot

FROM ${BUILD_BASE} AS package
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --workspaces=false --ignore-scripts
COPY . .
# The package as it would be published, and in it the versions of the lock file, without what only compilers read.
RUN npm pack --pack-destination /src \
 && mkdir -p /app /work \
 && tar -xzf ratetree-*.tgz -C /app --strip-components=1 \
 && cp package-lock.json /app/ \
 && cd /app \
 && npm ci --omit=dev --workspaces=false --ignore-scripts \
 && find node_modules -type f \( -name '*.d.[mc]ts' -o -name '*.d.ts' -o -name '*.map' \) -delete \
 && rm -rf node_modules/@aws-sdk/*/dist-es node_modules/@smithy/*/dist-es
# Of the figures that anybody may pass on. Its private key is gone when this step ends.
RUN cd /work && node /app/build/program/ratetree.js start --licence free,attribution --port 0 --make-only

FROM ${RUN_BASE}
COPY --from=package /app /app
COPY --from=package --chown=65532:65532 /work /work
WORKDIR /work
ENV NODE_ENV=production HOST=0.0.0.0 RATETREE_ADMIN_HOST=0.0.0.0 RATETREE_ADMIN_PORT=9090
USER 65532:65532
EXPOSE 8080 9090
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["/nodejs/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.RATETREE_ADMIN_PORT || 9090}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/nodejs/bin/node", "/app/build/program/ratetree.js"]
CMD ["start", "--licence", "free,attribution", "--keyless", "60"]
