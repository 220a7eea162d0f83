import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AuthPage } from '#web/features/accounts/auth-page.tsx'
import { LoginForm } from '#web/features/accounts/login-form.tsx'
import { SignUpInvitation } from '#web/features/accounts/sign-up-invitation.tsx'
import { TextLink } from '#web/features/accounts/text-link.tsx'
import { leaveTo } from '#web/lib/navigation.ts'
import { safeNext } from '#web/lib/paths.ts'
import { isLoggedIn } from '#web/lib/session.ts'
import { useTitle } from '#web/lib/title.ts'
import { RouteLoader } from '#web/ui/route-loader.tsx'

const route = getRouteApi('/logged-out/login')

/** The login screen (spec §2). Between success and home the loading-bar page stands in its place. */
export default function Login() {
  useTitle()
  const { next } = route.useSearch()
  const [isLeaving, setLeaving] = useState(false)

  useEffect(() => {
    // The browser's way back may bring this page as it was when it left, loading bar and all.
    function onShow({ persisted }: PageTransitionEvent) {
      if (!persisted) return
      if (isLoggedIn()) leaveTo(safeNext(next))
      else setLeaving(false)
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [next])

  if (isLeaving) return <RouteLoader />
  return (
    <AuthPage heading="Login" lead="One connection. A world of events.">
      <LoginForm
        onLoggedIn={() => {
          setLeaving(true)
          // A full load, so that the application starts afresh as the one who has just logged in (spec §4).
          leaveTo(safeNext(next))
        }}
      />
      <p className="mt-5">
        <TextLink to="/forgot-password">Forgot password</TextLink>
      </p>
      <SignUpInvitation />
    </AuthPage>
  )
}
