import { getRouteApi } from '@tanstack/react-router'
import type { WireSecondFactorPrompt } from '@terrace/contracts/accounts'
import { useEffect, useState } from 'react'
import { AuthPage } from '#web/features/accounts/login/auth-page.tsx'
import { LoginForm } from '#web/features/accounts/login/login-form.tsx'
import { PasskeyLogin } from '#web/features/accounts/login/passkey-login.tsx'
import { SecondFactorPage } from '#web/features/accounts/login/second-factor-page.tsx'
import { SignUpInvitation } from '#web/features/accounts/sign-up/sign-up-invitation.tsx'
import { TextLink } from '#web/features/accounts/login/text-link.tsx'
import { changeLayoutState, useLayoutState } from '#web/lib/layout-state.ts'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { startPath } from '#web/lib/http/start-path.ts'
import { safeNext } from '#web/lib/url/paths.ts'
import { isLoggedIn } from '#web/lib/http/session.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { RouteLoader } from '#web/ui/feedback/route-loader.tsx'

const route = getRouteApi('/logged-out/login')

/** The login page (spec §2). After success it shows the loading bar until home loads. */
export default function Login() {
  useTitle()
  const { next } = route.useSearch()
  const { isLoading } = useLayoutState()
  const [prompt, setPrompt] = useState<WireSecondFactorPrompt | null>(null)

  useEffect(() => {
    // The browser may restore this page from its cache with the loading bar still shown.
    function onShow({ persisted }: PageTransitionEvent) {
      if (!persisted) return
      if (isLoggedIn()) redirectTo(safeNext(next))
      else changeLayoutState({ isLoading: false })
    }
    window.addEventListener('pageshow', onShow)
    return () => {
      window.removeEventListener('pageshow', onShow)
      changeLayoutState({ isLoading: false })
    }
  }, [next])

  function finish() {
    changeLayoutState({ isLoading: true })
    // A full page load, so the application starts with the new session (spec §4).
    redirectTo(next === undefined ? startPath() : safeNext(next))
  }

  if (isLoading) return <RouteLoader />
  if (prompt) {
    return <SecondFactorPage prompt={prompt} onLoggedIn={finish} onBack={() => setPrompt(null)} />
  }
  return (
    <AuthPage heading="Login" lead="One connection. A world of events.">
      <LoginForm onLoggedIn={finish} onSecondFactor={setPrompt} />
      {'PublicKeyCredential' in window && <PasskeyLogin onLoggedIn={finish} />}
      <p className="mt-5">
        <TextLink to="/forgot-password">Forgot password</TextLink>
      </p>
      <SignUpInvitation />
    </AuthPage>
  )
}
