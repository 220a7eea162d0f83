import { nameOrNeutral } from '#api/shared/text/brand-name.ts'

/** Who invites to what, as people read it who know neither: names that would pass for the marketplace's are replaced. */
export function namesForInvited(
  { teamName, invitedBy }: { teamName: string; invitedBy: string },
  brand: string,
): { teamName: string; invitedBy: string } {
  return {
    teamName: nameOrNeutral(teamName, { brand, neutral: 'a team' }),
    invitedBy: nameOrNeutral(invitedBy, { brand, neutral: 'A member' }),
  }
}
