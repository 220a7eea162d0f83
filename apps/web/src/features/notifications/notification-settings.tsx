import { switchableKinds, type SwitchableKind } from '@terrace/contracts/notifications'
import { sides } from '#web/lib/http/sides.ts'
import { usePreference } from '#web/lib/preferences.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { LazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'

const labels: Readonly<Record<SwitchableKind, string>> = {
  quote_viewed: 'A client opened a quote',
  quote_unopened: 'A client hasn’t opened a quote',
  quote_accepted: 'A client accepted a quote',
  quote_declined: 'A client declined a quote',
  order_placed: 'Your team placed an order or sold tickets',
  tickets_delivered: 'Tickets were delivered',
  order_changed: 'Cancellations, refunds and disputes',
  hold_expired: 'A hold expired, or your own hold of listings is about to end',
  search_match: 'A listing matches a saved search',
  price_rule_stopped: 'A price rule stopped',
  message: 'Messages shown on a page',
}

const none: SwitchableKind[] = []

/** Only sellers load it. */
const loadSaleEmails = async () => ({ default: (await import('./sale-emails.tsx')).SaleEmails })

/** One switch per kind. Price and stock alerts have their own settings. */
export function NotificationSettings() {
  const [muted, setMuted] = usePreference('muted_notifications', none)
  return (
    <div id="notification-settings" className="scroll-mt-6">
      <TitledSection heading="Notifications">
        <Panel className="px-4 py-3 sm:px-5">
          <p className="mb-1 text-muted">The notifications centre lists:</p>
          <ul>
            {switchableKinds.map((kind) => (
              <li key={kind}>
                <Checkbox
                  isSelected={!muted.includes(kind)}
                  onChange={(isListed) =>
                    setMuted(isListed ? muted.filter((each) => each !== kind) : [...muted, kind])
                  }
                >
                  {labels[kind]}
                </Checkbox>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-xs text-muted">
            Price and stock alerts of tracked listings are set under Alerts.
          </p>
          {sides().canSell && <LazyDialog load={loadSaleEmails} props={{}} />}
        </Panel>
      </TitledSection>
    </div>
  )
}
