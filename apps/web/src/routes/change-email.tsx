import { getRouteApi } from '@tanstack/react-router'
import { emailChangeRoutes } from '@terrace/contracts/email-change'
import { EmailLinkAction } from '#web/features/accounts/email/email-link-action.tsx'
import { AuthPage } from '#web/features/accounts/login/auth-page.tsx'
import { TextLink } from '#web/features/accounts/login/text-link.tsx'
import { call } from '#web/lib/http/api-client.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'

const route = getRouteApi('/email-links/change-email/$token')

/** Target of the link to a new email address, for logged-in and logged-out users. */
export default function ChangeEmail() {
  useTitle('Confirm your new email address')
  const { token } = route.useParams()
  return (
    <AuthPage
      heading="Confirm your new email address"
      lead="From then on your account uses this address. Your previous one can undo the change for 72 hours."
    >
      <EmailLinkAction
        key={token}
        label="Confirm new address"
        run={async () => (await call(emailChangeRoutes.confirm, { body: { token } })).message}
      />
      <p className="mt-6">
        <TextLink to="/login">Back to login</TextLink>
      </p>
    </AuthPage>
  )
}
