import releases from '../../../../../deploy/releases.json' with { type: 'json' }

/** Of this release; a later one has a higher number. */
export const releaseNumber: number = releases.number
