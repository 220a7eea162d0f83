import { accountsRoutes } from '@terrace/contracts/accounts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { AuthPage } from '#web/features/accounts/auth-page.tsx'
import { TextLink } from '#web/features/accounts/text-link.tsx'
import { userName } from '#web/features/accounts/user-name.ts'
import { useInvitation } from '#web/features/teams/join.ts'
import { JoinTeam } from '#web/features/teams/join-team.tsx'
import { roleNames } from '#web/features/teams/role-names.ts'
import { call } from '#web/lib/api-client.ts'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { forgetEverything, isLoggedIn, readUser } from '#web/lib/session.ts'
import { useTitle } from '#web/lib/title.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/skeleton.tsx'

const route = getRouteApi('/join/$token')

/** Where the link of an invitation leads, whoever is logged in. */
export default function JoinTeamPage() {
  useTitle('Join a team')
  const { token } = route.useParams()
  const navigate = useNavigate()
  const { invitation, error, retry } = useInvitation(token)
  const [loggedInAs, setLoggedInAs] = useState(() => (isLoggedIn() ? userName(readUser()) : null))

  function logOut() {
    // The session ends here in any case; on the server as soon as it can be reached.
    void call(accountsRoutes.logOut).catch(() => undefined)
    forgetEverything()
    setLoggedInAs(null)
  }

  if (invitation) {
    return (
      <AuthPage
        heading={`Join ${invitation.team}`}
        lead={`${invitation.invited_by} invites you to buy and hold tickets together. Your role will be: ${roleNames[invitation.role].toLowerCase()}.`}
      >
        <JoinTeam
          key={token}
          token={token}
          invitation={invitation}
          loggedInAs={loggedInAs}
          onLogOut={logOut}
          // Replaced, so that the way back does not lead to a link that is used up.
          onDone={() => void navigate({ to: '/login', replace: true })}
        />
        <ToLogin />
      </AuthPage>
    )
  }
  if (error instanceof ApiError && error.code === 'team.invitation_spent') {
    return (
      <AuthPage heading="This invitation is over" lead={`${errorText(error)}.`}>
        <ToLogin />
      </AuthPage>
    )
  }
  return (
    <AuthPage heading="Join a team" lead="You have been invited by mail.">
      {error ? (
        <ErrorState
          title="The invitation could not be loaded"
          message={errorText(error)}
          onRetry={retry}
          isOffline={!navigator.onLine}
        />
      ) : (
        <SkeletonRegion label="The invitation is loading" className="space-y-5">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </SkeletonRegion>
      )}
    </AuthPage>
  )
}

function ToLogin() {
  return (
    <p className="mt-6">
      <TextLink to="/login">Back to login</TextLink>
    </p>
  )
}
