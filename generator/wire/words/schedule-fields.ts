/** The hours of a provider's publications, as v1/status.json has them. */
import { z } from 'zod';
import { isTimeZone } from './zone-time.ts';

export const schedule = z.strictObject({
  days: z.array(z.int().min(1).max(7)).min(1).describe('Days of publication, Monday 1 to Sunday 7'),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .describe('Local time of publication'),
  timeZone: z.string().refine(isTimeZone, 'not an IANA time zone').describe('IANA time zone of that time'),
  leadDaysMax: z.int().nonnegative().optional().describe('Days that a fixing may be dated ahead of its publication'),
  lagDaysMax: z.int().nonnegative().optional().describe('Days after its date on which a fixing may appear'),
});

export type Schedule = z.infer<typeof schedule>;
