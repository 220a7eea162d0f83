import { getRouteApi } from '@tanstack/react-router'
import { emailChangeRoutes } from '@terrace/contracts/email-change'
import { EmailLinkPage } from '#web/features/accounts/email/email-link-page.tsx'
import { call } from '#web/lib/http/api-client.ts'

const route = getRouteApi('/email-links/undo-email-change/$token')

/** Target of the link to a previous email address, for logged-in and logged-out users. */
export default function UndoEmailChange() {
  const { token } = route.useParams()
  return (
    <EmailLinkPage
      key={token}
      heading="Undo the change of your email address"
      lead="This address comes back, all devices are logged out, and you set a new password. Passkeys and authenticator apps that were added with the change, or in the three days before, are removed."
      label="Undo the change"
      tone="danger"
      run={async () => (await call(emailChangeRoutes.undo, { body: { token } })).message}
      doneHeading="The change is undone"
    />
  )
}
