import { trackedListingsRoutes, type WireTrackingAlert } from '@terrace/contracts/tracked-listings'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { call } from '#web/lib/http/api-client.ts'
import { priceText } from '#web/lib/format/price.ts'
import { showRecordedToast, toastSeverity } from '#web/ui/overlay/toast-queue.ts'
import { seatLabel } from './seat-label.ts'

/** More toasts than this don't fit on the screen. */
const maxToasts = 3

/** Returns a function that fetches new alerts and shows each of them once. */
export function createAlertNotifier(openedAt: Date): () => Promise<void> {
  let since = openedAt.toISOString()
  const notified = new Set<string>()
  let running: Promise<void> | undefined
  let isRequestedAgain = false

  async function fetchAlerts(): Promise<void> {
    const { data } = await call(trackedListingsRoutes.alerts, { query: { since } })
    const newAlerts = data.filter(({ id }) => !notified.has(id))
    since = data.at(-1)?.at ?? since
    for (const { id } of newAlerts) notified.add(id)
    showAlerts(newAlerts)
  }

  return async function checkAlerts() {
    isRequestedAgain = true
    running ??= (async () => {
      while (isRequestedAgain) {
        isRequestedAgain = false
        // Alerts are best effort: a failed request is covered by the next one.
        await fetchAlerts().catch((error: unknown) => console.error('Failed to load alerts:', error))
      }
    })().finally(() => {
      running = undefined
    })
    await running
  }
}

function showAlerts(alerts: readonly WireTrackingAlert[]): void {
  if (alerts.length > maxToasts) {
    showRecordedToast(`${alerts.length} alerts. View tracked listings.`, toastSeverity.warning)
    return
  }
  for (const alert of alerts) {
    const location = `${alert.event.title}, ${seatLabel(alert)}`
    if (alert.kind === 'price_drop') {
      showRecordedToast(
        `Price drop: ${priceText(alert.current_all_in_price)} all-in, was ${priceText(alert.all_in_price_before)}\n${location}`,
        toastSeverity.success,
      )
    } else {
      showRecordedToast(
        `Only ${formatTickets(alert.available)} left at ${priceText(alert.current_all_in_price)} all-in\n${location}`,
        toastSeverity.warning,
      )
    }
  }
}
