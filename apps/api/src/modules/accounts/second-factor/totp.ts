import { generateSecret, generateURI, verifySync } from 'otplib'

/** Codes of the step before and after the current one count too, for clocks that are up to 30 s wrong. */
const toleranceSeconds = 30

export const createSecret = (): string => generateSecret()

/** What authenticator apps scan. */
export function setupUri({ secret, brand, username }: { secret: string; brand: string; username: string }) {
  return generateURI({ secret, issuer: brand, label: username })
}

/** The 30-second step of a right code; `undefined` for a wrong one. The caller refuses steps that were used before. */
export function stepOfCode({
  secret,
  code,
  now,
}: {
  secret: string
  code: string
  now: Date
}): number | undefined {
  const result = verifySync({
    strategy: 'totp',
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: toleranceSeconds,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}
