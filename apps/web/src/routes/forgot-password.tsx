import { useNavigate, useRouter } from '@tanstack/react-router'
import { AuthPage } from '#web/features/accounts/auth-page.tsx'
import { ForgotForm } from '#web/features/accounts/forgot-form.tsx'
import { SignUpInvitation } from '#web/features/accounts/sign-up-invitation.tsx'
import { TextLink } from '#web/features/accounts/text-link.tsx'
import { useTitle } from '#web/lib/title.ts'

/** The forgot-password screen (spec §2). */
export default function ForgotPassword() {
  useTitle('Forgot password')
  const { history } = useRouter()
  const navigate = useNavigate()

  function goBack() {
    // Who came by the address itself has nothing of ours to go back to (product.md §11).
    if (history.canGoBack()) history.back()
    else void navigate({ to: '/login', replace: true })
  }

  return (
    <AuthPage
      heading="Forgot password"
      lead="Enter the email of your account, and we will send you a link to choose a new password."
    >
      <ForgotForm onDone={goBack} />
      <p className="mt-6">
        <TextLink to="/login">Back to login</TextLink>
      </p>
      <SignUpInvitation promotion="Access an unrivalled supply of the most in-demand global events." />
    </AuthPage>
  )
}
