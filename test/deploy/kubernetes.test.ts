/**
 * The examples for Kubernetes: the flags of the commands, and what keeps a pod confined. Its schemas are asked in
 * `kubernetes.others.test.ts`.
 */
import { describe, expect, it } from 'vitest';
import { isOurs, MANIFESTS, podOf, readManifests } from '../support/deploy/manifests.ts';
import { runProgram } from '../support/kit/run-program.ts';

const ALL = MANIFESTS.flatMap(readManifests);

describe('the pods', () => {
  const pods = ALL.flatMap((manifest) => {
    const pod = podOf(manifest);
    return pod === null ? [] : [[manifest.metadata.name, pod] as const];
  });
  const containers = pods.flatMap(([, pod]) => [...(pod.initContainers ?? []), ...pod.containers]);
  const ours = containers.filter(isOurs).map((container) => [container.name, container] as const);

  it.each(ours)('%s is our image without a shell, with flags that its command has', (_, { command, args = [] }) => {
    expect(command).toBeUndefined();
    const [name = '', ...words] = args;
    const { stdout } = runProgram([name, '--help']);
    for (const [flag] of words.join(' ').matchAll(/(?<=^| )--[a-z-]+/g)) expect(stdout).toContain(`${flag} `);
  });

  it.each(pods)('%s hears the signal that stops it', (_, pod) => {
    // The gateway handles it. The other commands leave it to the system, which spares the first process of a container.
    const isGateway = pod.containers.some(({ name }) => name === 'gateway');
    expect(pod.shareProcessNamespace ?? false).toBe(!isGateway);
  });

  it.each(pods)('%s runs as nobody special, on a disk that it cannot write, without a token', (_, pod) => {
    expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
    for (const container of [...(pod.initContainers ?? []), ...pod.containers]) {
      expect(container).toMatchObject({
        image: expect.stringMatching(/^[\w./-]+:\d/),
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      });
    }
  });
});
