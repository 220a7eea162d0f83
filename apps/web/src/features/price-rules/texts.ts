import type { MoveReason, WireRuleSettings } from '@terrace/contracts/price-rules'
import { fromWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { formatMoney } from '@terrace/domain/money/money'
import type { PriceLimit } from '@terrace/domain/pricing/plan-price'
import { refusal } from '#web/lib/http/refusals.ts'

const noValue = '–'

export const moneyText = (amount: WireMoney | null): string =>
  amount === null ? noValue : formatMoney(fromWireMoney(amount))

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`
}

/** 'Block 115 · row 11'. */
export function placeText({ section, row }: { section: string; row: string }): string {
  return row === '' ? section : `${section} · row ${row}`
}

const places = [
  '',
  'second ',
  'third ',
  'fourth ',
  'fifth ',
  'sixth ',
  'seventh ',
  'eighth ',
  'ninth ',
  'tenth ',
]

/** Why the user may not say what a rule does, which depends on costs. */
export const editRefusal = (): string | null => refusal('price') ?? refusal('money')

/** 'Stay 1.00 below the lowest comparable, never under cost + 10%, at most 8% a day.' */
export function ruleSentence(settings: WireRuleSettings): string {
  const { strategy, place, ceiling, round_to: step } = settings
  const comparable = `the ${places[place - 1] ?? ''}lowest comparable`
  const { margin_percent: percent } = settings
  const margin = Number(percent)
  const what =
    strategy.by === 'match'
      ? `Match ${comparable}`
      : strategy.by === 'undercut'
        ? `Stay ${strategy.amount} below ${comparable}`
        : `Stay ${strategy.percent}% below ${comparable}`
  return `${[
    what,
    percent === undefined
      ? 'never under its lowest price or the listing’s floor'
      : `never under ${margin === 0 ? 'cost' : `cost ${margin < 0 ? '−' : '+'} ${Math.abs(margin)}%`} or the listing’s floor`,
    ...(ceiling === null ? [] : [`never over ${ceiling}`]),
    ...(step === null ? [] : [`in steps of ${step}`]),
    `at most ${settings.max_percent_per_day}% a day and ${counted(settings.max_changes_per_hour, 'change')} an hour`,
    settings.follows_up ? 'up and down' : 'only down',
  ].join(', ')}.`
}

/** What pauses the rule: 'Pauses with fewer than 3 comparables…' */
export function pauseSentence(settings: WireRuleSettings): string {
  const hours = settings.respects_hand_hours
  const hand =
    hours === 0
      ? 'Prices that you change by hand are moved again at the next run.'
      : `Prices that you change by hand stay for ${counted(hours, 'hour')}.`
  return `Pauses with fewer than ${counted(settings.min_comparables, 'comparable')}. ${hand}`
}

export const reasonTexts: Readonly<Record<MoveReason, string>> = {
  moved: 'Moved',
  changed_by_hand: 'Changed by hand',
  no_floor: 'Has neither cost nor floor',
  too_few_comparables: 'Too few comparables',
  would_rise: 'Would rise',
  below_floor: 'Would be below the floor',
  hour_limit: 'Changes an hour used up',
  day_limit: 'Daily limit reached',
  already_there: 'Price is right',
  other_rule: 'Another rule comes first',
  loop: 'Paused: rules answered each other',
  price_invalid: 'No valid price',
  resale_refused: 'Not allowed for this event',
  over_limit: 'Would exceed your limits',
}

const limitTexts: Readonly<Record<PriceLimit, string>> = {
  floor: 'held at the floor',
  ceiling: 'held at the ceiling',
  day_limit: 'held by the daily limit',
}

export const limitText = (limits: readonly PriceLimit[]): string =>
  limits.map((limit) => limitTexts[limit]).join(', ')

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
export const timeText = (at: string): string => time.format(new Date(at))
