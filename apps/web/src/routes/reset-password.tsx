import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { AuthPage } from '#web/features/accounts/login/auth-page.tsx'
import { ResetForm } from '#web/features/accounts/passwords/reset-form.tsx'
import { TextLink } from '#web/features/accounts/login/text-link.tsx'
import { useTitle } from '#web/lib/hooks/use-title.ts'

const route = getRouteApi('/logged-out/reset-password/$token')

/** The reset-password page, target of the email's link (spec §2). */
export default function ResetPassword() {
  useTitle('Password reset request')
  const { token } = route.useParams()
  const navigate = useNavigate()
  return (
    <AuthPage heading="Password reset request" lead="Choose a new password. You’ll be logged out everywhere.">
      {/* Replaces the history entry, so Back does not return to a used link. */}
      <ResetForm key={token} token={token} onDone={() => void navigate({ to: '/', replace: true })} />
      <p className="mt-6">
        <TextLink to="/login">Back to login</TextLink>
      </p>
    </AuthPage>
  )
}
