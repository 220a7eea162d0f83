/** Operations that send nothing. */
export const localOperations = [
  'addAlgoliaAgent',
  'clearCache',
  'generateSecuredApiKey',
  'getSecuredApiKeyRemainingValidity',
  'setClientApiKey',
]

const rules = 'The host interprets queries before it searches; an index has no rules.'
const clusters = 'One server has no clusters.'
const transformations = 'Transformations run in Algolia’s ingestion service.'
const abTests = 'A/B tests, which are not supported.'
const otherServices = 'Other services of Algolia, with hosts of their own.'

/** Operations that are not supported, with the reason. */
export const exceptions: Readonly<Record<string, string>> = {
  getRule: rules,
  saveRule: rules,
  saveRules: rules,
  initAbtesting: abTests,
  initAbtestingV3: abTests,
  assignUserId: clusters,
  batchAssignUserIds: clusters,
  getTopUserIds: clusters,
  getUserId: clusters,
  hasPendingMappings: clusters,
  listClusters: clusters,
  listUserIds: clusters,
  removeUserId: clusters,
  searchUserIds: clusters,
  partialUpdateObjectsWithTransformation: transformations,
  replaceAllObjectsWithTransformation: transformations,
  saveObjectsWithTransformation: transformations,
  initAnalytics: otherServices,
  initIngestion: otherServices,
  initInsights: otherServices,
  initMonitoring: otherServices,
  initPersonalization: otherServices,
  initQuerySuggestions: otherServices,
  initRecommend: otherServices,
}

/** Search parameters and settings that are accepted without effect, with the reason. */
export const ignoredParameters: Readonly<Record<string, readonly string[]>> = {
  'An index has no rules.': ['enableRules', 'ruleContexts'],
  'A/B tests are not supported.': ['enableABTest'],
  'Analytics, personalisation and AI are other services of Algolia.': [
    'analytics',
    'analyticsTags',
    'percentileComputation',
    'enablePersonalization',
    'personalizationImpact',
    'userToken',
    'enableReRanking',
    'reRankingApplyFilter',
    'mode',
    'semanticSearch',
  ],
  'The place of an address is not known.': ['aroundLatLngViaIP'],
  'A search around a point has no radius unless `aroundRadius` sets one.': ['minimumAroundRadius'],
  'Virtual replicas are the same as standard ones.': ['relevancyStrictness'],
  'The first attribute that matches counts.': ['attributeCriteriaComputedByMinProximity'],
  'Words are split the same way in every index.': [
    'separatorsToIndex',
    'camelCaseAttributes',
    'keepDiacriticsOnCharacters',
    'customNormalization',
    'decompoundedAttributes',
    'attributesToTransliterate',
    'indexLanguages',
  ],
  'Every number can be filtered, and lists keep their order.': [
    'numericAttributesForFiltering',
    'allowCompressionOfIntegerArray',
  ],
}
