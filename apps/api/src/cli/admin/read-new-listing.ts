import { isCurrencyCode } from '@terrace/domain/money/currencies'
import { deliveryTypes, parseDeliveryType } from '@terrace/domain/tickets/delivery-types'
import { money, parseDecimal, type Money } from '@terrace/domain/money/money'
import { isSplitType, splitTypes } from '@terrace/domain/tickets/split-rules'
import { demoSellers } from '../../../../../seeds/demo.ts'
import type { Db } from '#api/db/client.ts'
import { findSeller, type NewListing } from '#api/modules/supply/index.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { AdminValues } from './options.ts'

/**
 * Builds the listing that the options of `publish` describe.
 * @throws `input.invalid` that names every invalid option
 */
export async function readNewListing(
  { db, clock }: { db: Db; clock: Clock },
  values: AdminValues,
): Promise<NewListing> {
  const errors: Record<string, string[]> = {}
  const addError = (option: string, text: string) => void (errors[option] ??= []).push(text)
  const wholeNumber = (
    option: 'event' | 'quantity' | 'first-seat' | 'multiple-sale-unit' | 'quantity-limit',
  ) => {
    const text = values[option]
    if (text === undefined) return null
    if (!/^\d{1,9}$/.test(text) || Number(text) < 1) addError(option, 'must be a whole number from 1')
    return Number(text)
  }
  const seller = await findSeller(db, values.seller ?? demoSellers[0]?.id ?? '')
  if (!seller)
    addError('seller', `unknown seller: ${values.seller ?? '(the demo is not loaded, so set --seller)'}`)
  const currency = values.currency ?? seller?.currency ?? 'GBP'
  if (!isCurrencyCode(currency)) addError('currency', 'must be a three-letter currency code such as GBP')
  const amount = (option: 'price' | 'face-value'): Money | null => {
    const text = values[option]
    if (text === undefined) return null
    const parsed = parseDecimal(text, 2)
    if (parsed.ok) return money(parsed.minor, currency)
    addError(option, 'must be an amount with at most two decimals, such as 85.00')
    return null
  }
  const deliveryType = parseDeliveryType(values['delivery-type'] ?? 'eTicket')
  if (!deliveryType) addError('delivery-type', `must be one of ${deliveryTypes.join(', ')}`)
  const splitType = values['split-type'] ?? 'No Preferences'
  if (!isSplitType(splitType)) addError('split-type', `must be one of ${splitTypes.join(', ')}`)
  for (const option of ['event', 'section', 'quantity', 'price'] as const) {
    if (values[option] === undefined) addError(option, 'is required')
  }
  const notes = (values.note ?? []).flatMap(
    (note) => readNote(note) ?? (addError('note', `"${note}" has no kind`), []),
  )
  const read = {
    eventId: wholeNumber('event'),
    quantity: wholeNumber('quantity'),
    firstSeat: wholeNumber('first-seat'),
    multipleSaleUnit: wholeNumber('multiple-sale-unit'),
    quantityLimit: wholeNumber('quantity-limit'),
    price: amount('price'),
    faceValue: amount('face-value'),
  }
  const { eventId, quantity, price } = read
  const isComplete = eventId !== null && quantity !== null && price !== null && seller && deliveryType
  if (!isComplete || !isSplitType(splitType) || Object.keys(errors).length > 0) throw invalidInput(errors)
  return {
    ...read,
    eventId,
    quantity,
    price,
    sellerTeamId: seller.id,
    externalId: values['external-id'] ?? null,
    section: values.section ?? '',
    row: values.row ?? '',
    seatsHidden: values['hide-seats'] ?? false,
    generalAdmission: values['general-admission'] ?? false,
    deliveryType,
    splitType,
    inHandDate: values['in-hand-date'] ?? clock.now().toISOString().slice(0, 10),
    instantDownload: values['instant-download'] ?? false,
    hospitality: values.hospitality ?? false,
    attendeeDeliveryDetailsRequired: values['delivery-details'] ?? false,
    attendeeIdentificationDetailsRequired: values['identification-details'] ?? false,
    notes,
  }
}

function readNote(text: string): NewListing['notes'] | undefined {
  const [, kind, content] = /^(benefit|restriction|information):\s*(.+)$/.exec(text) ?? []
  return content !== undefined && (kind === 'benefit' || kind === 'restriction' || kind === 'information')
    ? [{ kind, text: content }]
    : undefined
}
