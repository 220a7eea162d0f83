import type { WireSavedSearch } from '@terrace/contracts/saved-searches'
import { toWirePercent } from '@terrace/contracts/wire-money'
import type { BasisPoints } from '@terrace/domain/money/service-fee'
import { hasEnded } from './has-ended.ts'
import type { SavedSearch } from './saved-search.ts'

export function presentSavedSearch(
  search: SavedSearch,
  { now, feeBp }: { now: Date; feeBp: BasisPoints },
): WireSavedSearch {
  const { id, name, event, filter, currency, isNotified, isEmailed, createdAt, alertedAt } = search
  return {
    id,
    name,
    event: {
      id: event.id,
      title: event.title,
      slug: event.slug,
      event_date_local: event.localAt,
      date_confirmed: event.dateConfirmed,
      time_confirmed: event.timeConfirmed,
      venue_name: event.venueName,
      city: event.city,
    },
    filter: {
      ...Object.fromEntries(
        Object.entries(filter).map(([key, value]) => [key, typeof value === 'string' ? value : [...value]]),
      ),
      target_currency: currency,
    },
    service_fee_percent: toWirePercent(feeBp),
    live: isNotified,
    mail: isEmailed,
    state: hasEnded(event, now) ? 'ended' : 'active',
    created_at: createdAt.toISOString(),
    last_alert_at: alertedAt && alertedAt.toISOString(),
  }
}
