/** Settings of the PowerForm and its template, as in the DocuSign console. */
export interface PowerForm {
  /** PowerForm URL, including its own parameters. */
  url: string
  /** Template roles, exactly as spelt there. */
  signerRole: string
  ccRole: string
  /** Receives a copy of every signed document. */
  cc: Person
  /** Text field of the envelope that carries the id of the signing. */
  referenceField: string | undefined
}

export interface Person {
  name: string
  email: string
}

/** URL for the frame: signer and carbon copy are prefilled in their template roles, and the envelope names the signing. */
export function powerFormUrl(
  { url, referenceField, ...roles }: PowerForm,
  { signingId, ...signer }: Person & { signingId: string },
): string {
  const formUrl = new URL(url)
  setRecipients(formUrl.searchParams, roles, signer)
  if (referenceField !== undefined) formUrl.searchParams.set(`EnvelopeField_${referenceField}`, signingId)
  return formUrl.href
}

/** Sets the four parameters of spec §7: name and email of signer and carbon copy, in their roles. */
export function setRecipients(
  query: URLSearchParams,
  { signerRole, ccRole, cc }: Omit<PowerForm, 'url' | 'referenceField'>,
  signer: Person,
): void {
  for (const [role, { name, email }] of [
    [signerRole, signer],
    [ccRole, cc],
  ] as const) {
    query.set(`${role}_UserName`, name)
    query.set(`${role}_Email`, email)
  }
}
