export { matchKey } from '@terrace/domain/text/match-key'
