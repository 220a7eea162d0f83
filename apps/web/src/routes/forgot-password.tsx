import { useNavigate, useRouter } from '@tanstack/react-router'
import { AuthPage } from '#web/features/accounts/login/auth-page.tsx'
import { ForgotForm } from '#web/features/accounts/passwords/forgot-form.tsx'
import { SignUpInvitation } from '#web/features/accounts/sign-up/sign-up-invitation.tsx'
import { TextLink } from '#web/features/accounts/login/text-link.tsx'
import { useTitle } from '#web/lib/hooks/use-title.ts'

export default function ForgotPassword() {
  useTitle('Forgot password')
  const { history } = useRouter()
  const navigate = useNavigate()

  function goBack() {
    // After a direct page load there is no page to go back to (product.md §11.2).
    if (history.canGoBack()) history.back()
    else void navigate({ to: '/login', replace: true })
  }

  return (
    <AuthPage
      heading="Forgot password"
      lead="Enter your account’s email address and we’ll send you a link to choose a new password."
    >
      <ForgotForm onDone={goBack} />
      <p className="mt-6">
        <TextLink to="/login">Back to login</TextLink>
      </p>
      <SignUpInvitation promotion="Access an unrivalled supply of the most in-demand global events." />
    </AuthPage>
  )
}
