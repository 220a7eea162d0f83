import { getRouteApi } from '@tanstack/react-router'
import { emailChangeRoutes } from '@terrace/contracts/email-change'
import { EmailLinkPage } from '#web/features/accounts/email/email-link-page.tsx'
import { call } from '#web/lib/http/api-client.ts'

const route = getRouteApi('/email-links/change-email/$token')

/** Target of the link to a new email address, for logged-in and logged-out users. */
export default function ChangeEmail() {
  const { token } = route.useParams()
  return (
    <EmailLinkPage
      key={token}
      heading="Confirm your new email address"
      lead="From then on your account uses this address. Your previous one can undo the change for 72 hours."
      label="Confirm new address"
      run={async () => (await call(emailChangeRoutes.confirm, { body: { token } })).message}
      doneHeading="Your new email address is confirmed"
    />
  )
}
