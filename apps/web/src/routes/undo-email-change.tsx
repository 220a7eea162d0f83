import { getRouteApi } from '@tanstack/react-router'
import { emailChangeRoutes } from '@terrace/contracts/email-change'
import { EmailLinkAction } from '#web/features/accounts/email/email-link-action.tsx'
import { AuthPage } from '#web/features/accounts/login/auth-page.tsx'
import { TextLink } from '#web/features/accounts/login/text-link.tsx'
import { call } from '#web/lib/http/api-client.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'

const route = getRouteApi('/email-links/undo-email-change/$token')

/** Target of the link to a previous email address, for logged-in and logged-out users. */
export default function UndoEmailChange() {
  useTitle('Undo the change of your email address')
  const { token } = route.useParams()
  return (
    <AuthPage
      heading="Undo the change of your email address"
      lead="This address comes back, all devices are logged out, and you set a new password. Passkeys and authenticator apps that were added with the change, or in the three days before, are removed."
    >
      <EmailLinkAction
        key={token}
        label="Undo the change"
        tone="danger"
        run={async () => (await call(emailChangeRoutes.undo, { body: { token } })).message}
      />
      <p className="mt-6">
        <TextLink to="/login">Back to login</TextLink>
      </p>
    </AuthPage>
  )
}
