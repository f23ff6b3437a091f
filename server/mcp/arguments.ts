/** What a tool may be given, as JSON Schema, and what an assistant sent → parameters of the service, which judges them. */
import type { Parameter } from '../../generator/wire/answers/operations.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import type { SentParameters } from '../ask/answers.ts';

export interface ToolSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

export const TEXT = { type: 'string' };

export function toSchema(parameters: readonly Parameter[]): ToolSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description }) => [name, { description, ...schema }]),
    ),
    required: parameters.flatMap(({ name, required }) => (required === true ? [name] : [])),
    additionalProperties: false,
  };
}

/** @throws InputError for an argument that the tool does not have, or of a kind that no parameter takes */
export function toParameters(
  tool: string,
  { properties }: ToolSchema,
  sent: Readonly<Record<string, unknown>>,
): SentParameters {
  const names = Object.keys(properties);
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      if (names.includes(name)) return [name, toText(name, value)];
      const takes = names.length === 0 ? 'it takes none' : `it takes ${names.join(', ')}`;
      throw new InputError(`${JSON.stringify(name)} is not an argument of ${tool}; ${takes}`);
    }),
  );
}

/** An amount must come as a text: JSON's numbers lose digits before anybody of us sees them. */
function toText(name: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || (typeof value === 'number' && name === 'decimals')) return `${value}`;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(',');
  throw new InputError(`${name} must be a text, such as "100.50"`);
}
