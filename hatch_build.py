"""What the package's page is told when a release is built: where the project is, and so where README's pictures are.

No address is written down here: ``RANKTEACH_REPOSITORY`` names it, as CONTRIBUTING.md says under "Releasing".
"""

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

RELATIVE = re.compile(r"(?P<picture>!?)\[(?P<text>[^]]*)\]\((?P<path>(?!https?:)[^)\s]+)\)")


class Page(MetadataHookInterface):
    """Sets the addresses of the project and the README that the package's page shows."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add both to the metadata."""
        repository = os.environ.get("RANKTEACH_REPOSITORY", "").rstrip("/")
        files = f"{repository}/{{}}/v{metadata['version']}/{{}}"
        if repository:
            changes = files.format("blob", "CHANGELOG.md")
            metadata["urls"] = {"Repository": repository, "Issues": f"{repository}/issues", "Changelog": changes}

        def there(link: re.Match[str]) -> str:
            picture, text, path = link.groups()
            if path.startswith("#") or not repository:  # a page elsewhere has none of our headings and files
                return "" if picture else text
            return f"{picture}[{text}]({files.format('raw' if picture else 'blob', path)})"

        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": RELATIVE.sub(there, readme)}
