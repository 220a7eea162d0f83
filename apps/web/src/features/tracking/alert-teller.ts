import { trackedRoutes, type WireTrackingAlert } from '@terrace/contracts/tracked-listings'
import { formatTickets } from '@terrace/domain/tickets'
import { call } from '#web/lib/api-client.ts'
import { priceText } from '#web/lib/price.ts'
import { showToast } from '#web/ui/toast-queue.ts'
import { placeText } from './place-text.ts'

/** As many toasts as can be seen at once. */
const mostToasts = 3

/** Asks what there is to be told since then, and tells each alert once. */
export function createAlertTeller(openedAt: Date): () => Promise<void> {
  let since = openedAt.toISOString()
  const told = new Set<string>()
  let asking: Promise<void> | undefined
  let again = false

  async function ask(): Promise<void> {
    const { data } = await call(trackedRoutes.alerts, { query: { since } })
    const fresh = data.filter(({ id }) => !told.has(id))
    since = data.at(-1)?.at ?? since
    for (const { id } of fresh) told.add(id)
    tell(fresh)
  }

  return async function askForAlerts() {
    again = true
    asking ??= (async () => {
      while (again) {
        again = false
        // Alerts are hints: what could not be had now comes with the next one.
        await ask().catch((error: unknown) => console.error('No alerts:', error))
      }
    })().finally(() => {
      asking = undefined
    })
    await asking
  }
}

function tell(alerts: readonly WireTrackingAlert[]): void {
  if (alerts.length > mostToasts) {
    showToast(`${alerts.length} alerts on listings that you track. They stand in “Tracked listings”.`, 2)
    return
  }
  for (const alert of alerts) {
    const place = `${alert.event.title}, ${placeText(alert)}`
    if (alert.kind === 'price_drop') {
      showToast(
        `Price drop: ${priceText(alert.price_now)}, was ${priceText(alert.price_before)}\n${place}`,
        0,
      )
    } else {
      showToast(`Only ${formatTickets(alert.available)} left at ${priceText(alert.price_now)}\n${place}`, 2)
    }
  }
}
