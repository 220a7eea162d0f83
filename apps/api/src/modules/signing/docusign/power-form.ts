/** Of the PowerForm and its template, as the provider's own pages name them. */
export interface PowerForm {
  /** The address of the PowerForm, with its own parameters. */
  url: string
  /** Roles of the template, to the letter. */
  signerRole: string
  ccRole: string
  /** Who gets a copy of everything signed. */
  cc: { name: string; email: string }
}

/** The address that the frame loads: signer and carbon copy stand in the roles of the template (wire.md §4). */
export function powerFormUrl(
  { url, signerRole, ccRole, cc }: PowerForm,
  signer: { name: string; email: string },
): string {
  const address = new URL(url)
  for (const [role, { name, email }] of [
    [signerRole, signer],
    [ccRole, cc],
  ] as const) {
    address.searchParams.set(`${role}_UserName`, name)
    address.searchParams.set(`${role}_Email`, email)
  }
  return address.href
}
