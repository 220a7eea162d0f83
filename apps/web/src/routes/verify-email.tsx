import { getRouteApi } from '@tanstack/react-router'
import { AuthPage } from '#web/features/accounts/auth-page.tsx'
import { TextLink } from '#web/features/accounts/text-link.tsx'
import { VerifyEmail } from '#web/features/accounts/verify-email.tsx'
import { useTitle } from '#web/lib/title.ts'

const route = getRouteApi('/verify-email/$token')

/** Where the link in the letter to a new account leads, whoever is logged in (product.md §12). */
export default function VerifyEmailPage() {
  useTitle('Confirm your email address')
  const { token } = route.useParams()
  return (
    <AuthPage
      heading="Confirm your email address"
      lead="One press tells us that the address you signed up with is yours."
    >
      <VerifyEmail key={token} token={token} />
      <p className="mt-6">
        <TextLink to="/login">Back to login</TextLink>
      </p>
    </AuthPage>
  )
}
