import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/kit/build.ts', 'test/support/kit/temporary.ts'],
    setupFiles: ['test/support/kit/each-file.ts'],
    // A worker loads each module once, and not again for each test file, which took a third of the time. So a module of
    // test/support must not make a fresh folder while it is loaded: the folder is deleted after the first test file.
    isolate: false,
    // By default one core is left idle, which is half of a machine with two. One more than there are cores, because tests
    // also wait: for a store, a browser, or the end of a program.
    maxWorkers: availableParallelism() + 1,
    // What a test makes is soon forgotten, and is collected seldom if there is room for it.
    execArgv: ['--max-semi-space-size=64'],
    // For what hangs: a test that takes a minute here takes several beside a busy machine's other work.
    testTimeout: 400_000,
    hookTimeout: 400_000,
    // It is a second by default, in which a busy machine may not write a line of a log.
    expect: { poll: { timeout: 60_000 } },
  },
});
