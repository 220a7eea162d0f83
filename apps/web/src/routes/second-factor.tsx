import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { AuthPage } from '#web/features/accounts/login/auth-page.tsx'
import { ConfirmSession } from '#web/features/accounts/security/confirm-session.tsx'
import { FactorPromptHost } from '#web/features/accounts/security/factor-prompt-host.tsx'
import { securityQuery } from '#web/features/accounts/security/queries.ts'
import { SecondFactorSection } from '#web/features/accounts/security/second-factor-section.tsx'
import { useLogOut } from '#web/features/accounts/use-log-out.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { createQueryClient } from '#web/lib/http/query-client.ts'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { safeNext } from '#web/lib/url/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { RouteLoader } from '#web/ui/feedback/route-loader.tsx'

const route = getRouteApi('/second-factor-frame/second-factor')

/** Where an account that must have a second factor sets it up or proves it, before anything else. */
export default function SecondFactor() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <Content />
      <FactorPromptHost />
    </QueryClientProvider>
  )
}

function Content() {
  useTitle('Second factor')
  const { next } = route.useSearch()
  const query = useQuery(securityQuery())
  // Decided once: after the setup the account has a second factor, and its codes are still on screen.
  const [isSettingUp, setSettingUp] = useState(false)
  const { data, error } = query
  const hasFactor = data !== undefined && !data.methods.includes('password')
  if (data && !hasFactor && !isSettingUp) setSettingUp(true)
  const finish = () => redirectTo(safeNext(next))
  if (!data && !error) return <RouteLoader />
  return (
    <AuthPage
      heading={isSettingUp ? 'Set up a second factor' : 'Confirm it’s you'}
      lead={
        isSettingUp
          ? 'Your account needs one before you go on.'
          : 'Your account needs its second factor before you go on.'
      }
      foot={<LogOutButton />}
    >
      {!data ? (
        <LoadError title="Couldn’t load your second factor" query={query} />
      ) : isSettingUp ? (
        <>
          <SecondFactorSection />
          <Button
            tone="primary"
            size="lg"
            isFullWidth
            className="mt-6"
            isDisabled={!hasFactor}
            onPress={finish}
          >
            Continue
          </Button>
        </>
      ) : (
        <ConfirmSession methods={data.methods} onConfirmed={finish} />
      )}
    </AuthPage>
  )
}

function LogOutButton() {
  const logOut = useLogOut()
  return (
    <div>
      <Button
        tone="quiet"
        size="sm"
        className="-ml-3"
        isPending={logOut.isPending}
        onPress={() => logOut.mutate()}
      >
        Logout
      </Button>
    </div>
  )
}
