import type { WireHold } from '@terrace/contracts/holds'
import type { ConversionRate } from '#web/lib/format/rate-text.ts'

/** The frozen rates of the holds whose price was converted. */
export function holdRates(holds: readonly WireHold[]): ConversionRate[] {
  return holds.flatMap(({ price, conversion }) =>
    conversion
      ? [
          {
            from: conversion.original_price.currency,
            to: price.currency,
            rate: conversion.rate,
            date: conversion.rate_date,
          },
        ]
      : [],
  )
}
