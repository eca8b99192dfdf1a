export { type Access, type Permission, permission } from './access.ts';
export { isKeepable, isPlainLine } from './characters.ts';
export { Compare } from './compare-filter.ts';
export { beforeKey, comparedColumns, comparedFigures, comparedTotals, growthKey } from './compared.ts';
export { type OtherPeriod, otherPeriod } from './compared-period.ts';
export {
  type AnyEventType,
  actEvent,
  declaredEvents,
  deriveFrom,
  type EventData,
  type EventInput,
  type EventType,
  event,
  liveKinds,
  liveReaders,
  lotPlaceholder,
  onEvent,
  type PublicEvent,
  readEventData,
  type TimelineLine,
  timePlaceholder,
} from './event.ts';
export {
  EXPORT_PER_PAGE,
  EXPORT_ROWS,
  ExportFormat,
  type ExportRange,
  type ExportRequest,
  exportFields,
  exportWarning,
  monthFrom,
  type PeriodKeys,
  periodKeys,
  setPeriodKeys,
} from './export-range.ts';
export {
  type ChoiceTable,
  choice,
  choiceValues,
  clock,
  day,
  decimal,
  description,
  type Field,
  type FieldKind,
  type Fields,
  file,
  flag,
  group,
  instant,
  integer,
  inUse,
  json,
  list,
  money,
  month,
  optional,
  phone,
  plate,
  readOnly,
  reference,
  remark,
  rowId,
  schemaOf,
  secret,
  type Tone,
  text,
  UUID,
  type Values,
} from './field.ts';
export { fillLabel, fillText, type Label, type Language, say } from './label.ts';
export { liveChannel } from './live-channel.ts';
export { type DeviceCall, type ModuleContract, moduleContract, permissionsOf, type Webhook } from './module.ts';
export {
  type Channel,
  channel,
  exportPermission,
  type Filters,
  type Input,
  type Operation,
  type Output,
  operation,
  PAGE_SIZES,
  type Paging,
  PROOF_HEADER,
  pagingFields,
  REQUEST_KEY_HEADER,
  type Report,
  type ReportRow,
  type RowsAt,
  report,
  sortableKeys,
} from './operation.ts';
export {
  FORMER_MENU_AREAS,
  MENU_AREAS,
  MENU_GROUPS,
  type MenuArea,
  type Page,
  page,
  reportPage,
  resourcePage,
} from './page.ts';
export { maskPhone, seePhones } from './phone.ts';
export { PHONE_PATH } from './phone-path.ts';
export { PRODUCT_VERSION } from './product-version.ts';
export { type Issue, kernelRefusal, Refusal, type RefusalRule, refusals } from './refusal.ts';
export {
  importableFields,
  type Listed,
  lotsOf,
  type Match,
  MOST_DELETED,
  mayLackLot,
  needsColumn,
  RESOURCE_VERBS,
  type Resource,
  type Row,
  resource,
  searchFields,
  type Verb,
  verbLabel,
  verbNeedsPassword,
  verbPath,
  writableFields,
} from './resource.ts';
export { rowsFilters } from './rows-at.ts';
export { answerOf, type Ids, NOBODY, sampleOf } from './sample.ts';
export { type Filling, fill, keyedSlot, noSlots, type Slot, Slots, singleSlot, slot } from './slot.ts';
export { bindSlots, slotChoices, slotMap, slotTable } from './slot-table.ts';
export {
  cancelTask,
  canSeeAllTasks,
  getTask,
  ImportMode,
  type ImportRow,
  importFields,
  importResultFields,
  isTaskOpen,
  TaskKind,
  TaskState,
  taskCancelled,
  taskEnded,
  taskFields,
  taskStarted,
} from './task.ts';
export { disabledReason, type Transitions } from './transition.ts';
export { WeekDay } from './week-day.ts';
export { decode, decodeAnswer, encode, isReferring, nameKey, type WireContext, wireName } from './wire.ts';
export { parseWireTime } from './wire-time.ts';
export { WORD_LISTS, type WordList } from './word-list.ts';
export {
  type Importable,
  type ImportTable,
  importPath,
  importQuestionOf,
  importTables,
  isWorkbook,
  tableOfSheet,
  type Workbook,
  workbook,
} from './workbook.ts';
