import { isCurrencyCode } from '@terrace/domain/currencies'
import { deliveryTypes, parseDeliveryType } from '@terrace/domain/delivery-types'
import { money, parseDecimal, type Money } from '@terrace/domain/money'
import { isSplitType, splitTypes } from '@terrace/domain/split-options'
import { demoSellers } from '../../../../seeds/demo.ts'
import type { Db } from '../db/client.ts'
import { findSeller, type Offer } from '../modules/supply/index.ts'
import { invalidInput } from '../shared/app-error.ts'
import type { Clock } from '../shared/clock.ts'
import type { AdminValues } from './admin-options.ts'

/** The offer that the options of `publish` describe. Throws `input.invalid` with every option that is wrong. */
export async function readOffer(
  { db, clock }: { db: Db; clock: Clock },
  values: AdminValues,
): Promise<Offer> {
  const errors: Record<string, string[]> = {}
  const wrong = (option: string, text: string) => void (errors[option] ??= []).push(text)
  const whole = (option: 'event' | 'quantity' | 'first-seat' | 'multiple-sale-unit' | 'quantity-limit') => {
    const text = values[option]
    if (text === undefined) return null
    if (!/^\d{1,9}$/.test(text) || Number(text) < 1) wrong(option, 'must be a whole number from 1')
    return Number(text)
  }
  const seller = await findSeller(db, values.seller ?? demoSellers[0]?.id ?? '')
  if (!seller) wrong('seller', `there is no seller ${values.seller ?? '(give one: the demo is not loaded)'}`)
  const currency = values.currency ?? seller?.currency ?? 'GBP'
  if (!isCurrencyCode(currency)) wrong('currency', 'must be a three-letter currency code such as GBP')
  const amount = (option: 'price' | 'face-value'): Money | null => {
    const text = values[option]
    if (text === undefined) return null
    const parsed = parseDecimal(text, 2)
    if (parsed.ok) return money(parsed.minor, currency)
    wrong(option, 'must be an amount with at most two decimals, such as 85.00')
    return null
  }
  const ticketType = parseDeliveryType(values['ticket-type'] ?? 'eTicket')
  if (!ticketType) wrong('ticket-type', `must be one of ${deliveryTypes.join(', ')}`)
  const splitType = values['split-type'] ?? 'No Preferences'
  if (!isSplitType(splitType)) wrong('split-type', `must be one of ${splitTypes.join(', ')}`)
  for (const option of ['event', 'section', 'quantity', 'price'] as const) {
    if (values[option] === undefined) wrong(option, 'is required')
  }
  const notes = (values.note ?? []).flatMap(
    (note) => readNote(note) ?? (wrong('note', `"${note}" begins with no kind`), []),
  )
  const read = {
    eventId: whole('event'),
    quantity: whole('quantity'),
    firstSeat: whole('first-seat'),
    multipleSaleUnit: whole('multiple-sale-unit'),
    quantityLimit: whole('quantity-limit'),
    price: amount('price'),
    faceValue: amount('face-value'),
  }
  const { eventId, quantity, price } = read
  const isComplete = eventId !== null && quantity !== null && price !== null && seller && ticketType
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
    ticketType,
    splitType,
    inHandDate: values['in-hand-date'] ?? clock.now().toISOString().slice(0, 10),
    instantDownload: values['instant-download'] ?? false,
    hospitality: values.hospitality ?? false,
    attendeeDeliveryDetailsRequired: values['delivery-details'] ?? false,
    attendeeIdentificationDetailsRequired: values['identification-details'] ?? false,
    notes,
  }
}

function readNote(text: string): Offer['notes'] | undefined {
  const [, kind, content] = /^(benefit|restriction|information):\s*(.+)$/.exec(text) ?? []
  return content !== undefined && (kind === 'benefit' || kind === 'restriction' || kind === 'information')
    ? [{ kind, text: content }]
    : undefined
}
