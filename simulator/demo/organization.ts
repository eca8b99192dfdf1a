import { permissionsOf } from '@boyun/kernel/contract';
import { modules } from '@boyun/server/modules';
import { DEMO_AREAS } from './place.ts';
import type { Call } from './sign-in.ts';

/** Departments from the top down: name, what it is part of, the area it looks after. */
const DEPARTMENTS = [
  ['泊云示范停车', null, null],
  ['运营中心', '泊云示范停车', null],
  ['福田运营部', '运营中心', '福田片区'],
  ['南山运营部', '运营中心', '南山片区'],
  ['罗湖运营部', '运营中心', '罗湖片区'],
  ['云值守中心', '泊云示范停车', null],
  ['财务部', '泊云示范停车', null],
  ['巡检队', '运营中心', null],
] as const;

/** Where the accounts of the demo work. */
const PLACES: Readonly<Record<string, readonly [string, string]>> = {
  admin: ['泊云示范停车', '13800138001'],
  operator: ['运营中心', '13800138002'],
  finance: ['财务部', '13800138003'],
  attendant: ['云值守中心', '13800138004'],
  collector: ['福田运营部', '13800138005'],
  inspector: ['巡检队', '13800138006'],
};

/** More people: account, name, department, job, role. Nobody has given them a password yet. */
const PEOPLE = [
  ['futian', '何福田', '福田运营部', 'operator', '片区主管'],
  ['nanshan', '罗南山', '南山运营部', 'operator', '片区主管'],
  ['luohu', '梁罗湖', '罗湖运营部', 'operator', '片区主管'],
  ['night1', '宋夜班', '云值守中心', 'cloud-attendant', '值守员'],
  ['night2', '唐夜班', '云值守中心', 'cloud-attendant', '值守员'],
  ['patrol1', '许巡查', '巡检队', 'inspector', '巡检员'],
  ['patrol2', '邓巡查', '巡检队', 'inspector', '巡检员'],
] as const;

/** Gives the demo its departments, roles of its own, and people in them, through the calls an administrator makes. */
export async function buildOrganization(
  call: Call,
  made: {
    readonly areas: ReadonlyMap<string, string>;
    readonly accounts: ReadonlyMap<string, string>;
    /** Who sits in the booths of an area. */
    readonly boothStaff: readonly { readonly id: string; readonly area: string }[];
  },
): Promise<void> {
  const departments = new Map<string, string>();
  for (const [name, parent, area] of DEPARTMENTS) {
    const { Id } = await call('/api/department/create', {
      Name: name,
      ParentId: parent && departments.get(parent),
      AreaIds: area ? [made.areas.get(area)] : [],
    });
    departments.set(name, Id);
  }
  for (const [account, [department, mobile]] of Object.entries(PLACES))
    await call('/api/employee/update', {
      Id: made.accounts.get(account),
      DepartmentId: departments.get(department),
      Mobile: mobile,
    });
  for (const { id, area } of made.boothStaff)
    await call('/api/employee/update', { Id: id, DepartmentId: departments.get(area.replace('片区', '运营部')) });
  const rights = permissionsOf(modules.map((one) => one.contract)).map((one) => one.name);
  const seeing = rights.filter((one) =>
    /^(lot|garage|gate|lane|spot|camera|order|passing|payment|alarm)\.list$/.test(one),
  );
  await call('/api/role/create', {
    Name: '片区主管',
    Description: '只管理本部门负责片区的车场：查看业务、处理报警、远程开闸',
    Scope: 'department',
    Permissions: [...seeing, 'console.view', 'lane-monitor.view', 'lane.open', 'alarm.handle', 'order.collect'],
  });
  await call('/api/role/create', {
    Name: '福田审计',
    Description: '外部审计，只读查看福田片区的订单与收款',
    Scope: 'places',
    AreaIds: [made.areas.get('福田片区')],
    Permissions: ['lot.list', 'order.list', 'order.export', 'payment.list', 'payment.export'],
  });
  const { Rows: roles } = await call('/api/role/list', { PerPage: 200 });
  const roleId = new Map((roles as unknown as { Id: string; Name: string }[]).map((one) => [one.Name, one.Id]));
  for (const [account, name, department, job, role] of PEOPLE) {
    const { Id } = await call('/api/employee/create', {
      Account: account,
      Name: name,
      DepartmentId: departments.get(department),
      JobKind: job,
      RoleIds: [roleId.get(role)],
      HasAllLots: true,
    });
    const led = DEMO_AREAS.find((one) => one.leader === account);
    if (led) await call('/api/area/update', { Id: made.areas.get(led.name), LeaderId: Id });
  }
}
