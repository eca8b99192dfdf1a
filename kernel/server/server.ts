export { type AddressGuard, addressesOf, guardedLookup, hostOf, makeGuard, PrivateAddress } from './address-guard.ts';
export { makeApp } from './app.ts';
export type { ChannelHandler } from './channel.ts';
export { type Clock, SetClock, systemClock } from './clock.ts';
export { asHolder, newCode } from './code-holder.ts';
export {
  Conditions,
  escapeLike,
  lotCondition,
} from './conditions.ts';
export {
  type Configuration,
  localConfiguration,
  readConfiguration,
} from './configuration.ts';
export { ConfigurationError } from './configuration-value.ts';
export { Consumers } from './consumer.ts';
export { ConsumerLag } from './consumer-lag.ts';
export { forgetDone, takenEvents } from './consumer-position.ts';
export { type Database, openDatabase, type Query, type TenantTx } from './database.ts';
export { rowRefusal } from './envelope.ts';
export { completeUpTo, EventLog, readEvents } from './event-log.ts';
export { exportOrder } from './export.ts';
export { FailureRetry } from './failure-retry.ts';
export { contentType } from './file-type.ts';
export { type Files, makeFiles } from './files.ts';
export { type AuditEntry, type EmittedEvent, type EventFacts, type EventRow, eventOf } from './history.ts';
export { onlyLot } from './history-write.ts';
export { importResult } from './import-call.ts';
export { idleJobs, type Jobs, migrateJobs, startJobs, TryAgain } from './job.ts';
export type { Kernel, PendingWrite } from './kernel.ts';
export { Leases } from './lease.ts';
export { Live } from './live.ts';
export { type Log, makeLog } from './log.ts';
export { type Metrics, makeMetrics } from './metrics.ts';
export { type Migration, type MigrationSource, migrate, readMigrations } from './migration.ts';
export {
  type Act,
  type FreeHandler,
  handle,
  handleAboveTenants,
  handleChannel,
  handleFreely,
  handleOnPlatform,
  type Ingress,
  type OperationHandler,
  type ResourceHooks,
  type ServerModule,
  type Sweep,
  serveResource,
  serverModule,
  type Upload,
} from './module.ts';
export { dropMonths, hasRows, type OldMonths } from './month-drop.ts';
export { notFound } from './not-found.ts';
export { PACE, type Pace, timeLimit } from './pace.ts';
export {
  makeFirstPartitions,
  makePartitions,
  makePartitionsAhead,
  monthsLater,
  PARTITION_MAKER,
} from './partition.ts';
export { untilDatabaseAnswers } from './patience.ts';
export { draftPdf, MM, type PdfColor, PdfPen } from './pdf.ts';
export { maskPlateEvents, maskPlateRows, PLATE_MASK, type PlateMask, plateMaskOf } from './plate-mask.ts';
export { gonePlates } from './plate-tail.ts';
export { PromptReactions } from './prompt-reaction.ts';
export { requireRoom } from './quota.ts';
export { type EventOf, type Projection, type Reaction, reaction, readEvent } from './reaction.ts';
export { isConnectionError } from './reaction-runner.ts';
export { noteReminded, type ReminderKind, type ReminderLead, type ReminderRepeat, reminderKinds } from './reminder.ts';
export {
  aboveTenants,
  beginning,
  byPlate,
  type ComputedRows,
  computeReport,
  containing,
  pastRowSecurity,
  platesWith,
  type ReportContext,
  type ReportQuery,
  type ReportServer,
  SHORTEST_TAIL,
  serveReport,
} from './report.ts';
export { selectionOf } from './report-statement.ts';
export { forgetRequestKeys } from './request-key.ts';
export { quoted } from './resource-row.ts';
export { ResourceVerbs } from './resource-verb.ts';
export { retainedPlates } from './retained-plates.ts';
export {
  progressOf,
  type RetainedKind,
  type RetentionProgress,
  type RetentionStep,
  retainedLog,
  retainedTable,
} from './retention.ts';
export { rowKey } from './row-name.ts';
export { hashToken, makeSecrets, newToken, type Secrets, sameText, tenantOfToken } from './secret.ts';
export { serialNumber } from './serial-number.ts';
export { type Authenticator, addressOf, isAllowed, languageOf } from './session.ts';
export { type PackedLine, packedLines, unpackSheets } from './sheet-unpack.ts';
export { asText, csvLine, writeBook, writeSheets } from './sheet-writer.ts';
export { sourceHash } from './source-hash.ts';
export { type Expression, joined, piece, runSql, type Sql, sql, withValue } from './sql.ts';
export { type DiskLimit, StorageWatch } from './storage-watch.ts';
export { sweepFound, sweepTenants } from './sweep-tenants.ts';
export { type OpenedAlarm, type SystemAlarm, SystemAlarms } from './system-alarm.ts';
export { type AccountFinder, resultPathOf, subjectOf, type Tasks } from './task.ts';
export type { ActEnd, ActTask, TaskRun } from './task-run.ts';
export { makeTasks, TASK_JOB } from './task-runner.ts';
export { actTasks, taskWorks } from './task-work.ts';
export { queryOn } from './transaction.ts';
export { actorName, coversLot, coversLots, systemWho, type Who } from './who.ts';
export { type ZipPart, zipParts } from './zip-part.ts';
