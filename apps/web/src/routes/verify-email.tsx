import { getRouteApi } from '@tanstack/react-router'
import { AuthPage } from '#web/features/accounts/login/auth-page.tsx'
import { TextLink } from '#web/features/accounts/login/text-link.tsx'
import { VerifyEmail } from '#web/features/accounts/sign-up/verify-email.tsx'
import { useTitle } from '#web/lib/hooks/use-title.ts'

const route = getRouteApi('/email-links/verify-email/$token')

/** Target of the verification link, for logged-in and logged-out users (product.md §12.7). */
export default function VerifyEmailPage() {
  useTitle('Confirm your email address')
  const { token } = route.useParams()
  return (
    <AuthPage heading="Confirm your email address" lead="Confirm that this is your email address.">
      <VerifyEmail key={token} token={token} />
      <p className="mt-6">
        <TextLink to="/login">Back to login</TextLink>
      </p>
    </AuthPage>
  )
}
