select partition_by_month('camera_message');
