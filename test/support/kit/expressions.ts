/** Every regular expression that stands in the sources. What `new RegExp` is given is put together as far as it is known. */
import { parseSync } from 'rolldown/utils';
import { z } from 'zod';
import type { SourceFile } from './imports.ts';

export interface Expression {
  /** `generator/sources/feeds/zip.ts:12`. */
  readonly place: string;
  readonly pattern: string;
  readonly flags: string;
  /** It is matched against the addresses of requests. */
  readonly isOfAddresses: boolean;
}

type Node = Readonly<Record<string, unknown>>;

const literal = z.object({ regex: z.object({ pattern: z.string(), flags: z.string() }) });
const constant = z.object({
  type: z.literal('VariableDeclarator'),
  id: z.object({ name: z.string() }),
  init: z.unknown(),
});
const property = z.object({
  type: z.literal('Property'),
  key: z.object({ name: z.literal('matches') }),
  value: z.unknown(),
});
const made = z.object({
  type: z.literal('NewExpression'),
  callee: z.object({ name: z.literal('RegExp') }),
  arguments: z.array(z.unknown()),
});

export function expressionsOf({ file, text }: SourceFile): readonly Expression[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const nodes = [...nodesOf(program)];
  const constants = new Map(
    nodes.flatMap((node) => constant.safeParse(node).data ?? []).map((one) => [one.id.name, one.init]),
  );
  const ofAddresses = new Set(nodes.flatMap((node) => property.safeParse(node).data?.value ?? []));
  return nodes.flatMap((node) => {
    const found = patternOf(node, constants);
    if (found === null) return [];
    const line = text.slice(0, z.number().parse(node.start)).split('\n').length;
    return [
      {
        place: `${file}:${line}`,
        ...found,
        isOfAddresses: [...ofAddresses].some((one) => z.object({ start: z.number() }).parse(one).start === node.start),
      },
    ];
  });
}

function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value) yield value as Node;
  for (const one of Object.values(value)) yield* nodesOf(one);
}

function patternOf(node: Node, constants: ReadonlyMap<string, unknown>) {
  const { regex } = literal.safeParse(node).data ?? {};
  if (regex !== undefined) return regex;
  const [pattern, flags] = made.safeParse(node).data?.arguments ?? [];
  if (pattern === undefined) return null;
  return { pattern: textOf(pattern, constants), flags: flags === undefined ? '' : textOf(flags, constants) };
}

const part = z.union([
  z.object({ type: z.literal('Literal'), value: z.string() }).transform(({ value }) => [value]),
  z
    .object({ type: z.literal('Literal'), regex: z.object({ pattern: z.string() }) })
    .transform(({ regex }) => [regex.pattern]),
]);
const template = z.object({
  quasis: z.array(z.object({ value: z.object({ raw: z.string(), cooked: z.string() }) })),
  expressions: z.array(z.unknown()),
});
const raw = z.object({ type: z.literal('TaggedTemplateExpression'), quasi: template });

/** What is not known when the program is read is the word NAME. */
function textOf(node: unknown, constants: ReadonlyMap<string, unknown>): string {
  const plain = part.safeParse(node).data;
  if (plain !== undefined) return plain.join('');
  const named = z.object({ type: z.literal('Identifier'), name: z.string() }).safeParse(node).data;
  if (named !== undefined && constants.has(named.name)) return textOf(constants.get(named.name), constants);
  const tagged = raw.safeParse(node).data;
  const { quasis, expressions } = tagged?.quasi ?? template.safeParse(node).data ?? { quasis: [], expressions: [] };
  if (quasis.length === 0) return 'NAME';
  return quasis
    .map(({ value }, index) => {
      const own = tagged === undefined ? value.cooked : value.raw;
      return index < expressions.length ? `${own}${textOf(expressions[index], constants)}` : own;
    })
    .join('');
}
