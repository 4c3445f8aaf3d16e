"""The settings of the course; nbgrader fills in `c`."""

c = get_config()  # noqa: F821
c.CourseDirectory.course_id = "ranking"
c.ClearSolutions.code_stub = {"python": "raise NotImplementedError"}
