import {
  importFields,
  importModes,
  priceUnits,
  type ColumnMeaning,
} from '@terrace/contracts/inventory-profiles'
import { splitTypes } from '@terrace/domain/tickets/split-rules'
import { z } from 'zod'
import { deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import automatiqSync from './automatiq-sync.json' with { type: 'json' }
import gametime from './gametime.json' with { type: 'json' }
import posEdit from './pos-edit.json' with { type: 'json' }
import scorebig from './scorebig.json' with { type: 'json' }
import stubhubSimple from './stubhub-simple.json' with { type: 'json' }
import tdpos from './tdpos.json' with { type: 'json' }
import ownExport from './own-export.json' with { type: 'json' }
import theatreSheet from './theatre-sheet.json' with { type: 'json' }
import ticketEvolution from './ticket-evolution.json' with { type: 'json' }

const columnMeaning = z.strictObject({
  field: z.enum(importFields),
  unit: z.enum(priceUnits).optional(),
  scale: z.enum(['major', 'minor']).optional(),
})

/** A kind of inventory file: its header, what its columns mean, and how it writes dates, splits and delivery. */
const dialectSchema = z.strictObject({
  name: z.string(),
  title: z.string(),
  /** Columns of every such file, as its documentation spells them. Case, spaces and underscores do not matter. */
  header: z.array(z.string()).min(1),
  optional: z.array(z.string()),
  columns: z.record(z.string(), columnMeaning) satisfies z.ZodType<Record<string, ColumnMeaning>>,
  /** Only where the documentation of the dialect fixes it; otherwise the team's own currency is proposed. */
  currency: z.string().nullable().default(null),
  /** Of dates such as 3/7/2027; dates that begin with the year are always read. */
  dateOrder: z.enum(['mdy', 'dmy', 'ymd']),
  mode: z.enum(importModes),
  /** `seats`: rows without an id are recognised by event, section, row and seats. */
  identity: z.enum(['column', 'seats']).default('column'),
  /** Times that stand for "to be announced". */
  unknownTimes: z.array(z.string()).default([]),
  splitWords: z.record(z.string(), z.string()).default({}),
  deliveryWords: z.record(z.string(), z.enum(deliveryTypes)).default({}),
  defaults: z.strictObject({ delivery: z.enum(deliveryTypes).optional() }).default({}),
  /** How an export writes what the columns mean. Dialects without it cannot name each listing, so they are only read. */
  write: z
    .strictObject({
      date: z.enum(['YYYY-MM-DD', 'MM/DD/YYYY', 'YYYY-MM-DDTHH:mm']).default('YYYY-MM-DD'),
      time: z.enum(['HH:mm', 'h:mm A', 'hh:mm A', 'h:mmA', 'h:mm:ss A']).default('HH:mm'),
      unknownTime: z.string().default(''),
      /** Other split rules are written as CUSTOM with their list. Without words, ours are used. */
      splits: z.partialRecord(z.enum(splitTypes), z.string()).optional(),
      /** Delivery types without a word are written in ours. */
      delivery: z.partialRecord(z.enum(deliveryTypes), z.string()).default({}),
      /** Columns that always say the same. */
      fixed: z.record(z.string(), z.string()).default({}),
    })
    .optional(),
})
export type Dialect = z.output<typeof dialectSchema>

/** The dialects that Terrace ships; the order decides between equally good matches of a header. */
export const dialects: readonly Dialect[] = [
  ownExport,
  gametime,
  posEdit,
  automatiqSync,
  ticketEvolution,
  scorebig,
  theatreSheet,
  tdpos,
  stubhubSimple,
].map((data) => dialectSchema.parse(data))

export function findDialect(name: string): Dialect | undefined {
  return dialects.find((dialect) => dialect.name === name)
}

/** Column names are equal if they differ only in case, spaces and punctuation. */
export function columnKey(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/**
 * The dialect whose header fits best: all its columns are there, and it explains most of the file's. A proposal only: a
 * person confirms it, because equal headers can mean different prices.
 */
export function proposeDialect(header: readonly string[]): Dialect | undefined {
  const present = new Set(header.map(columnKey))
  const fitting = dialects.filter((dialect) => dialect.header.every((name) => present.has(columnKey(name))))
  return fitting.toSorted((left, right) => right.header.length - left.header.length)[0]
}
