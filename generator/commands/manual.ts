/** What `--help` says besides flags, so that it reads like a manual: groups of commands, examples, exit codes. */
import type { Command } from 'commander';

/** heading → command → lines that a person can use as they are. Programs of their own bring theirs themselves. */
const MANUAL: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'Begin:': {
    start: ['ratetree start', 'ratetree start --provider ECB,TCMB               ask these banks only'],
  },
  'Ask:': {
    rate: [],
    latest: [],
    series: [],
    export: [],
    why: [],
    status: [
      'ratetree status                                  of the tree in dist',
      'ratetree status https://rates.example/ --provider ECB,TCMB',
      'ratetree status s3://rates/public --strict       exit code 2 if a bank is late',
    ],
  },
  'Make a tree:': {
    collect: [
      'ratetree collect                                 the newest of all banks',
      'ratetree collect --provider ECB,TCMB --verbose',
      'ratetree collect --provider NBP --from 2002-01-02',
    ],
    generate: [
      'ratetree generate                                .ratetree/archive to dist',
      'ratetree generate --bases EUR,USD --since 2020-01-01',
      'ratetree generate --parquet                      files for DuckDB and others',
    ],
    quarantine: [
      'ratetree quarantine                              what is held back, and why',
      'ratetree quarantine --accept HKMA/2025-10-28/PHP --note "devalued that day"',
      'ratetree quarantine --hold NBP/CUP --note "the bank corrects its list"',
    ],
    compare: ['ratetree compare --with rates.csv                dist beside rates of your own'],
  },
  'Publish it:': {
    nightly: [
      'ratetree nightly s3://rates/public --signing-key signing.pem',
      'ratetree nightly releases --budget 300           a folder laid out as a bucket',
    ],
    publish: ['ratetree publish s3://rates/public --signing-key signing.pem'],
    check: ['ratetree check s3://rates/public                 is dist to be trusted?'],
    rollback: ['ratetree rollback s3://rates/public --signing-key signing.pem'],
    repair: ['ratetree repair s3://rates/public                what the store has'],
    verify: [
      'ratetree verify https://rates.example/ --public-key signing.pub',
      'ratetree verify s3://rates/public --sample 200',
    ],
    keygen: ['ratetree keygen --out signing.pem'],
  },
  'Serve it:': { serve: [], mcp: [], keys: [] },
  'This program:': {
    completion: [
      'source <(ratetree completion bash)               in ~/.bashrc',
      'ratetree completion fish > ~/.config/fish/completions/ratetree.fish',
    ],
  },
};

const EXIT_CODES = `
Exit codes:
  0  done
  1  something that you gave cannot be used: the message says what, and the fix
     (verify: a fault was found)
  2  done, but somebody should look: banks failed, or figures were withheld
  3  not published: the gate refused, no gateway could read it, or a hold
  4  the store failed, or another publisher was faster
  5  another run is at work on the same archive
  6  a bug or a broken machine: the stack is on standard error`;

const BEGINNING = `
Begin here:
  ratetree start                                   everything at once, in this folder
  ratetree collect && ratetree generate            figures, and a tree of files
  ratetree rate 100 USD EUR,GBP                    ask the tree
  ratetree why GLOBAL latest SEK                   where does a figure come from?
  ratetree COMMAND --help                          flags and examples of a command`;

/** Adds the manual to the program and its commands, which must all be there. */
export function withManual(program: Command): void {
  program.addHelpText('after', `${BEGINNING}\n${EXIT_CODES}`);
  for (const [heading, manual] of Object.entries(MANUAL)) {
    for (const [name, examples] of Object.entries(manual)) {
      const command = program.commands.find((one) => one.name() === name);
      command?.helpGroup(heading);
      if (examples.length === 0) continue;
      command?.addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}\n${EXIT_CODES}`);
    }
  }
}
