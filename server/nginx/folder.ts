/**
 * The folder of an nginx: bodies by their tags, refusals, and the configuration, which is replaced last. A worker that
 * still answers by the configuration before finds all of its bodies; those that only older ones named are deleted.
 */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder, namesIn, readIfThere } from '../../generator/kit/files.ts';
import type { Coding } from '../http/coding.ts';
import type { KeyRecord } from '../keys/api-keys.ts';
import type { PlainAnswers } from './answers.ts';
import { toConfiguration } from './configuration.ts';
import { refusalFiles } from './refusals.ts';
import { toSubscriberMaps } from './subscribers.ts';

export interface FolderOptions {
  readonly folder: string;
  readonly records: readonly KeyRecord[];
  readonly gateway: string;
  readonly listen: string;
}

export interface Written {
  /** Path of the configuration. */
  readonly file: string;
  readonly questions: number;
  readonly bodies: number;
  readonly deleted: number;
  /** Names of the keys that nginx does not know. */
  readonly leftOut: readonly string[];
}

const CONFIGURATION = 'ratetree.conf';
/** Of the configuration and its copy: only the owner may read them, and the master process of nginx. */
const PRIVATE = 0o600;

export async function writeNginxFolder({ release, answers }: PlainAnswers, options: FolderOptions): Promise<Written> {
  const folder = resolve(options.folder);
  const [bodies, refusals, file] = [join(folder, 'bodies'), join(folder, 'refusals'), join(folder, CONFIGURATION)];
  for (const each of [bodies, refusals]) makeFolder(each);
  const tags = new Map<string, string>();
  let written = 0;
  for await (const { name, ending, tag, bodies: coded } of answers) {
    tags.set(name, coded.size > 1 ? `${tag}*` : tag);
    for (const [coding, body] of coded) written += writeOnce(join(bodies, `${toFileTag(tag, coding)}.${ending}`), body);
  }
  const subscribers = toSubscriberMaps(options.records);
  for (const { name, body } of refusalFiles(subscribers.perMinute)) writeFileSync(join(refusals, name), body);
  const { gateway, listen } = options;
  const text = toConfiguration({ release, answers: tags, subscribers, gateway, listen, folder });
  const before = `${readIfThere(file) ?? ''}`;
  writeFileSync(`${file}.next`, text, { mode: PRIVATE });
  renameSync(`${file}.next`, file);
  const deleted = deleteOthers(bodies, new Set([...tagsIn(before), ...tagsIn(text)]));
  return { file, questions: tags.size, bodies: written, deleted, leftOut: subscribers.leftOut };
}

const toFileTag = (tag: string, coding: Coding) => (coding === 'identity' ? tag : `${tag}-${coding}`);

/** Whole or not at all: a file of this name is taken for the body. Returns how many were written. */
function writeOnce(path: string, body: Buffer): number {
  if (existsSync(path)) return 0;
  writeFileSync(`${path}.next`, body);
  renameSync(`${path}.next`, path);
  return 1;
}

function tagsIn(text: string): readonly string[] {
  return [...text.matchAll(/"([0-9a-f]{32})\*?";/g)].map(([, tag = '']) => tag);
}

function deleteOthers(bodies: string, named: ReadonlySet<string>): number {
  const others = namesIn(bodies).filter((name) => !named.has(name.slice(0, 32)));
  for (const name of others) rmSync(join(bodies, name));
  return others.length;
}
