import type { CheckoutBody } from '@terrace/contracts/checkout'
import { invalidInput } from '../../shared/app-error.ts'
import { holdsCardNumber } from '../payments/index.ts'

/** Throws where a card number was typed into a field for a telephone number: none may get into a table, not even sealed. */
export function refuseCardAsPhone({ contact_number: contact, listings_to_buy: lines }: CheckoutBody): void {
  const phones = [
    ['contact_number', contact] as const,
    ...lines.flatMap(({ attendees = [] }, line) =>
      attendees.map(({ phone = '' }, place) => {
        return [`listings_to_buy.${line}.attendees.${place}.phone`, phone] as const
      }),
    ),
  ]
  const cards = phones.filter(([, text]) => isCardNumber(text))
  if (cards.length > 0)
    throw invalidInput(
      Object.fromEntries(
        cards.map(([field]) => [field, ['must be a telephone number, never a card number']]),
      ),
    )
}

/** No telephone number is so long without its country's plus or zeros. */
function isCardNumber(text: string): boolean {
  return /^[1-9]/.test(text) && text.replaceAll(/\D/g, '').length >= 13 && holdsCardNumber(text)
}
