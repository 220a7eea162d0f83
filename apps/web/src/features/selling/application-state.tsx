import type { WireSellerAccount } from '@terrace/contracts/seller-account'
import type { ReactNode, Ref } from 'react'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { AlertCircleIcon, CheckCircleIcon, InfoIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/layout/panel.tsx'

type Tone = 'neutral' | 'signal' | 'danger' | 'ok'

interface ApplicationStateProps {
  account: WireSellerAccount
  ref: Ref<HTMLDivElement>
}

/** Where the team's application is, with what the operator wrote. */
export function ApplicationState({ account, ref }: ApplicationStateProps) {
  const { tone, text, note } = describe(account)
  const Icon = tone === 'ok' ? CheckCircleIcon : tone === 'neutral' ? InfoIcon : AlertCircleIcon
  return (
    <div ref={ref} role="status" tabIndex={-1} className="rounded outline-none">
      <Notice tone={tone} icon={<Icon aria-hidden />}>
        <p className="font-medium">{text}</p>
        {note !== null && <p className="mt-1 break-words">{note}</p>}
      </Notice>
    </div>
  )
}

function describe(account: WireSellerAccount): { tone: Tone; text: string; note: ReactNode } {
  const { state, suspended, submitted_at: submittedAt, operator_note: note } = account
  if (suspended)
    return {
      tone: 'danger',
      text: `Selling is suspended: ${suspended.reason}`,
      note: 'Your listings are off sale. Held and sold tickets are not affected.',
    }
  if (account.can_sell) return { tone: 'ok', text: 'Your team can sell.', note }
  switch (state) {
    case 'none':
      return {
        tone: 'neutral',
        text: 'Tell us about your company.',
        note: 'We review each application before a team can sell.',
      }
    case 'draft':
      return { tone: 'neutral', text: 'Your application is a draft.', note: 'Submit it when it is complete.' }
    case 'submitted':
      return {
        tone: 'neutral',
        text: `Your application was submitted${submittedAt === null ? '' : ` on ${inViewerTimeZone(submittedAt)}`}.`,
        note: 'Owners get an email when we have decided.',
      }
    case 'information_wanted':
      return { tone: 'signal', text: 'We need more information. Submit your application again.', note }
    case 'declined':
      return {
        tone: 'danger',
        text: account.may_edit
          ? 'Your application was declined. You can correct it and submit it again.'
          : 'Your application was declined.',
        note,
      }
    case 'approved':
      return { tone: 'ok', text: 'Your team can sell.', note }
    default:
      return state satisfies never
  }
}
