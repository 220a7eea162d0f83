import type { RuleSettings, WirePriceRule } from '@terrace/contracts/price-rules'
import type { DeliveryType } from '@terrace/domain/tickets/delivery-types'

/** The form of a rule: texts as typed. One value per filter; those that the form does not show stay in `other`. */
export interface RuleDraft {
  name: string
  competitionId: string
  eventId: string
  section: string
  tag: string
  delivery: DeliveryType | ''
  other: Partial<RuleSettings['filter']>
  by: RuleSettings['strategy']['by']
  amount: string
  place: string
  margin: string
  ceiling: string
  step: string
  maxPercent: string
  maxChanges: string
  followsUp: boolean
  minComparables: string
  outlierPercent: string
  handHours: string
}

const emptyDraft: RuleDraft = {
  name: '',
  competitionId: '',
  eventId: '',
  section: '',
  tag: '',
  delivery: '',
  other: {},
  by: 'undercut',
  amount: '1.00',
  place: '1',
  margin: '10',
  ceiling: '',
  step: '',
  maxPercent: '8',
  maxChanges: '2',
  followsUp: false,
  minComparables: '3',
  outlierPercent: '50',
  handHours: '24',
}

/** A value of a filter that has exactly one. */
const only = (values: readonly (string | number)[] | undefined): string =>
  values?.length === 1 ? String(values[0]) : ''

const shownFilters = ['competition_id[]', 'event_id[]', 'section[]', 'tag[]', 'ticket_types[]'] as const

export function draftOf(rule: WirePriceRule | null): RuleDraft {
  if (!rule) return emptyDraft
  const { settings } = rule
  const { filter, strategy } = settings
  // Filters with several values were made by another program, and are kept.
  const other = { ...filter }
  for (const name of shownFilters) if (filter[name]?.length === 1) delete other[name]
  return {
    name: rule.name,
    competitionId: only(filter['competition_id[]']),
    eventId: only(filter['event_id[]']),
    section: only(filter['section[]']),
    tag: only(filter['tag[]']),
    delivery: filter['ticket_types[]']?.length === 1 ? (filter['ticket_types[]'][0] ?? '') : '',
    other,
    by: strategy.by,
    amount:
      strategy.by === 'undercut'
        ? strategy.amount
        : strategy.by === 'undercut_percent'
          ? strategy.percent
          : '1.00',
    place: String(settings.place),
    margin: settings.margin_percent ?? '',
    ceiling: settings.ceiling ?? '',
    step: settings.round_to ?? '',
    maxPercent: String(settings.max_percent_per_day),
    maxChanges: String(settings.max_changes_per_hour),
    followsUp: settings.follows_up,
    minComparables: String(settings.min_comparables),
    outlierPercent: String(settings.outlier_percent),
    handHours: String(settings.respects_hand_hours),
  }
}

/** The settings as the server receives them, which also validates them. */
export function settingsOf(draft: RuleDraft): RuleSettings {
  const { by, amount } = draft
  return {
    filter: {
      ...draft.other,
      ...(draft.competitionId !== '' && { 'competition_id[]': [Number(draft.competitionId)] }),
      ...(draft.eventId !== '' && { 'event_id[]': [Number(draft.eventId)] }),
      ...(draft.section !== '' && { 'section[]': [draft.section] }),
      ...(draft.tag !== '' && { 'tag[]': [draft.tag] }),
      ...(draft.delivery !== '' && { 'ticket_types[]': [draft.delivery] }),
    },
    strategy:
      by === 'match'
        ? { by }
        : by === 'undercut'
          ? { by, amount: amount.trim() }
          : { by, percent: amount.trim() },
    place: Number(draft.place),
    margin_percent: draft.margin.trim(),
    ceiling: draft.ceiling.trim() || null,
    round_to: draft.step.trim() || null,
    max_percent_per_day: Number(draft.maxPercent),
    max_changes_per_hour: Number(draft.maxChanges),
    follows_up: draft.followsUp,
    min_comparables: Number(draft.minComparables),
    outlier_percent: Number(draft.outlierPercent),
    respects_hand_hours: Number(draft.handHours),
  }
}
