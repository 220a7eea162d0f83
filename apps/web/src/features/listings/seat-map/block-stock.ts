import type { Money } from '@terrace/domain/money/money'

export interface BlockStock {
  /** The section name as the seller writes it. */
  section: string
  listings: number
  lowest: Money
}

/** Normalizes a section name; `planStock` maps names to blocks. */
export function blockKey(name: string): string {
  return name.trim().toLowerCase()
}
