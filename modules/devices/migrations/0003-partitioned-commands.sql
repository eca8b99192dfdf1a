select partition_by_month('gate_command');
