import { refusal, seesMoney } from '#web/lib/http/refusals.ts'
import { usePreference } from '#web/lib/preferences.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'

/** Members that may not open sold tickets get no emails about sales. */
export function SaleEmails() {
  const [isOn, setOn] = usePreference('sale_emails', true)
  const reason = refusal('deliver')
  return (
    <div className="mt-3 border-t border-line pt-3">
      <p className="mb-1 text-muted">Emails about sales:</p>
      <Checkbox isSelected={isOn && reason === null} isDisabled={reason !== null} onChange={setOn}>
        Each sale, with its seats{seesMoney() ? ', proceeds' : ''} and delivery date
      </Checkbox>
      {reason !== null && <p className="mt-1 text-xs text-muted">{reason}</p>}
    </div>
  )
}
