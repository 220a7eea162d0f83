import type { WireCard } from '@terrace/contracts/cards'
import { brandName } from './card-brand.ts'

/** 'Visa ending in 4242'. */
export function cardText({ brand, last4 }: Pick<WireCard, 'brand' | 'last4'>): string {
  return `${brandName(brand)} ending in ${last4}`
}

/** 'Expires 07/31', or that it has expired. */
export function expiryText({ exp_month, exp_year, is_expired }: WireCard): string {
  const two = (value: number) => String(value % 100).padStart(2, '0')
  return `${is_expired ? 'Expired' : 'Expires'} ${two(exp_month)}/${two(exp_year)}`
}
