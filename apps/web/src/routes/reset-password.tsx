import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { AuthPage } from '#web/features/accounts/auth-page.tsx'
import { ResetForm } from '#web/features/accounts/reset-form.tsx'
import { TextLink } from '#web/features/accounts/text-link.tsx'
import { useTitle } from '#web/lib/title.ts'

const route = getRouteApi('/logged-out/reset-password/$token')

/** The reset-password screen, where the letter's link leads (spec §2). */
export default function ResetPassword() {
  useTitle('Password reset request')
  const { token } = route.useParams()
  const navigate = useNavigate()
  return (
    <AuthPage
      heading="Password reset request"
      lead="Choose a new password. It ends all sessions of your account."
    >
      {/* Replaced, so that the way back does not lead to a link that is used up. */}
      <ResetForm key={token} token={token} onDone={() => void navigate({ to: '/', replace: true })} />
      <p className="mt-6">
        <TextLink to="/login">Back to login</TextLink>
      </p>
    </AuthPage>
  )
}
