/** What v1/openapi.json says of the service, as the reference shows it. */
import { Missing, type PageSource } from '../base/source.ts';

export const OPENAPI = 'v1/openapi.json';

interface Parameter {
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

export interface ApiOperation {
  readonly summary?: string;
  readonly parameters?: readonly Parameter[];
  readonly responses?: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export interface Description {
  readonly paths: Readonly<Record<string, { readonly get?: ApiOperation }>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export async function readDescription(source: PageSource): Promise<Description> {
  const found = await source.document<Partial<Description>>(OPENAPI);
  if (found.paths === undefined) throw new Missing(`${OPENAPI} describes no service.`);
  return { ...found, paths: found.paths };
}

/** `JSON, XML or CSV; JSON by default`, or the kind of the value. */
export function valuesOf({ schema = {} }: Parameter): string {
  const values = schema.enum === undefined ? typeOf(schema) : schema.enum.join(', ');
  return schema.default === undefined ? values : `${values}; ${schema.default} by default`;
}

/** The fields of the bodies that answer an operation, each once, in their order. */
export function fieldsOf({ components }: Description, { responses }: ApiOperation) {
  const body = responses?.['200']?.content?.['application/json']?.schema;
  const fields = new Map<string, Readonly<Record<'name' | 'type' | 'meaning', string>>>();
  const visit = (schema: Schema | undefined, prefix: string) => {
    if (schema === undefined) return;
    for (const one of [...(schema.anyOf ?? []), schema.items]) visit(one, prefix);
    const name = schema.$ref?.split('/').at(-1);
    if (name !== undefined) visit(components?.schemas?.[name], prefix);
    for (const [key, field] of Object.entries(schema.properties ?? {})) {
      const path = `${prefix}${key}`;
      if (!fields.has(path)) fields.set(path, { name: path, type: typeOf(field), meaning: field.description ?? '' });
      visit(field.items, `${path}.`);
    }
  };
  visit(body, '');
  return [...fields.values()];
}

function typeOf({ type, format, $ref, anyOf }: Schema): string {
  if (type !== undefined) return format === undefined ? type : `${type} (${format})`;
  return $ref?.split('/').at(-1) ?? (anyOf === undefined ? '' : [...new Set(anyOf.map(typeOf))].join(' or '));
}

/** The codes of all refusals: the description lists them by status as `1001: invalid provider; 1002: …`. */
export function refusalsOf({ paths }: Description) {
  const responses = Object.values(paths).flatMap(({ get }) => Object.entries(get?.responses ?? {}));
  const rows = responses.flatMap(([status, { description = '' }]) =>
    description.split('; ').flatMap((part) => {
      const [, code = '', meaning = ''] = /^(\d{4}): (.+)$/.exec(part) ?? [];
      return code === '' ? [] : [{ code, status, meaning }];
    }),
  );
  return [...new Map(rows.map((row) => [row.code, row])).values()].sort((left, right) =>
    left.code < right.code ? -1 : 1,
  );
}
