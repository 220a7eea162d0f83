/** Reset and change ask for this many characters; sign-up accepts fewer (spec §5). */
const recommendedCharacters = 8

/** Whether an account with this password is asked for a longer one. Counts code points, like the contracts. */
export function isShortPassword(password: string): boolean {
  return [...password].length < recommendedCharacters
}
