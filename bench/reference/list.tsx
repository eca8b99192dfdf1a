import { Breadcrumb, Button, DatePicker, Flex, Form, Input, Layout, Menu, Select, Table, Tabs, Tag } from 'antd';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

interface Line {
  readonly id: string;
  readonly [field: string]: string | number;
}

const FIELDS = 15;
const STATES = ['在场', '待支付', '已支付', '已离场'];
const MENU = Array.from({ length: 6 }, (_, group) => ({
  key: `group-${group}`,
  label: `分组 ${group + 1}`,
  children: Array.from({ length: 6 }, (_, page) => ({ key: `page-${group}-${page}`, label: `页面 ${page + 1}` })),
}));
const COLUMNS = Array.from({ length: FIELDS }, (_, at) => ({
  title: `列 ${at + 1}`,
  dataIndex: `field${at}`,
  width: 130,
  ellipsis: true,
  sorter: true,
  ...(at === 0 ? { fixed: 'left' as const } : {}),
  ...(at === 3 ? { render: (state: number) => <Tag color="blue">{STATES[state]}</Tag> } : {}),
}));

/** One list: two rows of filters above the library's own table, its rows fetched a page at a time. */
function List() {
  const [size, setSize] = useState(20);
  const [answer, setAnswer] = useState<{ rows: Line[]; total: number }>();
  useEffect(() => {
    fetch(`/rows?size=${size}`)
      .then((response) => response.json())
      .then(setAnswer);
  }, [size]);
  return (
    <>
      <Form layout="inline" style={{ rowGap: 8, marginBottom: 12 }}>
        <Form.Item label="车牌">
          <Input />
        </Form.Item>
        <Form.Item label="车场">
          <Select style={{ width: 160 }} options={STATES.map((label, value) => ({ value, label }))} />
        </Form.Item>
        <Form.Item label="状态">
          <Select style={{ width: 160 }} options={STATES.map((label, value) => ({ value, label }))} />
        </Form.Item>
        <Form.Item label="时间">
          <DatePicker.RangePicker showTime />
        </Form.Item>
        <Button type="primary">查询</Button>
        <Button>重置</Button>
      </Form>
      <Table
        size="small"
        rowKey="id"
        rowSelection={{}}
        columns={COLUMNS}
        dataSource={answer?.rows}
        loading={!answer}
        scroll={{ x: FIELDS * 130, y: 380 }}
        pagination={{
          pageSize: size,
          total: answer?.total,
          showSizeChanger: true,
          pageSizeOptions: [20, 50, 100, 200],
          onShowSizeChange: (_, next) => setSize(next),
        }}
      />
    </>
  );
}

/** The usual back office of the library: menu, header, bread crumb, and two lists kept in tabs. */
function Office() {
  return (
    <Layout style={{ height: '100vh' }}>
      <Layout.Sider width={220} style={{ overflow: 'auto' }}>
        <Menu theme="dark" mode="inline" items={MENU} defaultOpenKeys={MENU.map(({ key }) => key)} />
      </Layout.Sider>
      <Layout>
        <Layout.Header>
          <Flex gap={12} align="center" justify="end" style={{ height: '100%' }}>
            {['搜索', '消息', '帮助', '用户'].map((label) => (
              <Button key={label} type="text" style={{ color: 'white' }}>
                {label}
              </Button>
            ))}
          </Flex>
        </Layout.Header>
        <Layout.Content style={{ padding: 16, overflow: 'auto' }}>
          <Breadcrumb items={[{ title: '运营管理' }, { title: '停车订单' }]} />
          <Tabs
            items={[
              { key: 'first', label: '停车订单', children: <List /> },
              { key: 'second', label: '在场车辆', children: <List /> },
            ]}
          />
        </Layout.Content>
      </Layout>
    </Layout>
  );
}

createRoot(document.getElementById('root')!).render(<Office />);
