"""JSON Schemas of types: those of msgspec, with the facts added that it leaves out.

The docstrings of fields become their descriptions, a tag becomes a constant, and the type of a
member that can be null includes `null`. The schemas have readable names. The name of a member of a
union ends with the kind of the union, such as `StrengthenAction` or `MarkAddedEffect`.
"""

import ast
import inspect
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, get_args

import msgspec
from msgspec.inspect import StructType as Struct

from verger.service.stable_names import stable_names

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
IN_COMPONENTS = "#/components/schemas/{name}"
_IN_ITSELF = "#/$defs/{name}"
_REFERENCE = re.compile(r'"#/(?:components/schemas|\$defs)/([^"]+)"')
_TAGGED = "The name of this form. It is always this value."
_KINDS = ("move", "subject", "action", "effect", "remedy", "correction", "field", "threshold")
"""The discriminators of unions. The names of their members end with the discriminator."""


def described(types: Sequence[Any], template: str = IN_COMPONENTS) -> tuple[list[Schema], Schema]:
    """Return the schemas of types, and the schemas that these refer to, by their readable names."""
    found, raw = msgspec.json.schema_components(types, ref_template=template)
    components = {name: _mended(part) for name, part in raw.items()}
    for struct, name in _named(types, raw):
        _complete(struct, components[name]["properties"])
    names = {name: _called(_plain(name), part) for name, part in components.items()}
    assert len(set(names.values())) == len(names), "two schemas would share a name"
    titled = {
        names[name]: _titled(_plainly_referring(part), names[name])
        for name, part in components.items()
    }
    whole = renamed([[_mended(part) for part in found], titled], names, template)
    return whole[0], whole[1]


def alone(kind: Any) -> Schema:
    """Return the schema of a type as a separate document."""
    (found,), components = described([kind], _IN_ITSELF)
    return {"$schema": DIALECT, **found, "$defs": components}


def renamed(document: Any, names: Mapping[str, str], template: str = IN_COMPONENTS) -> Any:
    """Return a document with other names in its references."""

    def named(found: re.Match[str]) -> str:
        return f'"{template.format(name=names.get(found[1], found[1]))}"'

    return json.loads(_REFERENCE.sub(named, json.dumps(document)))


def references(text: str) -> set[str]:
    """Return the names that a schema's text refers to."""
    return set(_REFERENCE.findall(text))


def _plain(name: str) -> str:
    """Return the readable form of a schema's name.

    `Propose_typing.Union_…` becomes `Propose`. A name with the path of a module becomes the name of the game
    and of the type.

    `Plain…` is the form with plain objects in place of a game's own types. `Recorded…` is the recorded form of
    a move, with a digest in place of a sealed text.
    """
    if name[0].isupper():
        kind, _, held = name.partition("_")
        if held.endswith(".Sealed_"):
            return f"Recorded{kind}"
        return f"Plain{kind}" if held.startswith("dict_") else kind
    path = stable_names(name).removeprefix("domain.").split(".")
    return "".join(part[:1].upper() + part[1:] for part in path)


def _called(name: str, schema: Schema) -> str:
    """Return the name of a schema. If it is a member of a union, the name ends with the kind of the union."""
    tags = (tag for tag in _KINDS if "const" in schema.get("properties", {}).get(tag, ()))
    kind = next(tags, "").title()
    return name if name.endswith(kind) else name + kind


def _titled(schema: Schema, name: str) -> Schema:
    """Return a component with its readable name, and its docstring without the indentation of the code."""
    shown = {**schema, "title": name} if "title" in schema else dict(schema)
    if "description" in schema:
        # Before Python 3.13, the compiler does not remove the indentation.
        said = inspect.cleandoc(schema["description"])
        # For a recorded move, keep only the first paragraph. The schema of the requested move has the rest.
        shown["description"] = said.partition("\n\n")[0] if name.startswith("Recorded") else said
    return shown


def _mended(schema: Any) -> Any:
    """Return a schema, and all schemas in it, with corrections for clients and generators."""
    if isinstance(schema, list):
        return [_mended(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    shown = {name: _mended(part) for name, part in schema.items()}
    if shown.get("default", ...) is None:
        # A default of null says nothing: the member is not required, and leaving it out means the same.
        del shown["default"]
    if shown == {"type": "object"}:
        shown["additionalProperties"] = True
    if shown.get("items") is False:
        # `maxItems` says the same, and generators do not support the schema `false`.
        del shown["items"]
    return _with_null(_with_type(shown))


def _plainly_referring(schema: Any) -> Any:
    """Return a schema with the defaults of references and unions in its descriptions, because tools misread them."""
    if isinstance(schema, list):
        return [_plainly_referring(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    shown = {name: _plainly_referring(part) for name, part in schema.items()}
    if {"$ref", "oneOf", "anyOf"} & set(shown) and "default" in shown:
        told = [shown.get("description", ""), f"Default: `{shown.pop('default')}`."]
        shown["description"] = " ".join(filter(None, told))
    return shown


def _with_type(schema: Schema) -> Schema:
    values = schema.get("enum")
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        return schema
    if len(values) == 1:
        rest = {name: part for name, part in schema.items() if name != "enum"}
        return {"type": "string", "const": values[0], **rest}
    return {"type": "string", **schema}


def _with_null(schema: Schema) -> Schema:
    """Return a union with null in its short form, such as `{"type": ["string", "null"]}`, if possible."""
    members: list[Schema] = schema.get("anyOf", [])
    if len(members) != 2 or members[1] != {"type": "null"}:
        return schema
    own = {name: part for name, part in schema.items() if name != "anyOf"}
    held = dict(members[0])
    if "discriminator" in held:
        # A discriminator must stay next to the schemas of its union, and null is none of them.
        return schema
    if "anyOf" in held:
        return {"anyOf": [*held.pop("anyOf"), members[1]], **held, **own}
    if isinstance(held.get("type"), str) and not {"enum", "const"} & set(held):
        return {"type": [held.pop("type"), "null"], **held, **own}
    return schema


def _named(types: Sequence[Any], components: Schema) -> Iterator[tuple[Struct, str]]:
    """Yield the struct of each component, and the name of the component."""
    for struct in _structs(msgspec.inspect.multi_type_info(types)):
        names = (f"{struct.cls.__module__}.{struct.cls.__qualname__}", _short(struct.cls))
        yield struct, next(name for name in names if name in components)


def _short(kind: Any) -> str:
    """Return the name that msgspec gives to a component of this type, unless another type has the same name."""
    held = [one.__name__ if isinstance(one, type) else repr(one) for one in get_args(kind)]
    name = f"{kind.__name__}[{', '.join(held)}]" if held else kind.__name__
    return re.sub(r"[^\w.-]", "_", name)


def _complete(struct: Struct, properties: Schema) -> None:
    """Add facts that only the code of a struct has: the docstrings of its members, and the form of times."""
    kind = getattr(struct.cls, "__origin__", struct.cls)
    bases = [base for base in kind.__mro__ if issubclass(base, msgspec.Struct)][-2::-1]
    texts = {name: text for base in bases for name, text in _fields(base)}
    for field in struct.fields:
        member = properties[field.encode_name]
        if field.name in texts:
            member["description"] = texts[field.name]
        held = getattr(field.type, "types", (field.type,))
        if any(isinstance(one, msgspec.inspect.DateTimeType) for one in held):
            # msgspec gives no format, because a time can lack an offset. All times here have one.
            member["format"] = "date-time"
    if struct.tag_field:
        properties[struct.tag_field]["description"] = _TAGGED


def _structs(kinds: Iterable[Any]) -> Iterator[Struct]:
    """Yield every struct that these types contain, at any depth, once."""
    seen, ahead = set[Any](), list(kinds)
    while ahead:
        kind = ahead.pop()
        if isinstance(kind, Struct):
            if kind.cls in seen:
                continue
            seen.add(kind.cls)
            yield kind
            ahead += [field.type for field in kind.fields]
        for name in ("type", "item_type", "key_type", "value_type"):
            ahead += [getattr(kind, name)] if hasattr(kind, name) else []
        for name in ("types", "item_types"):
            ahead += getattr(kind, name, ())


def _fields(struct: type) -> Iterable[tuple[str, str]]:
    return _documented_in(struct.__module__).get(struct.__qualname__, ())


@cache
def _documented_in(module: str) -> dict[str, list[tuple[str, str]]]:
    """Return the docstrings below the fields of a module's classes, by class."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    return {node.name: list(_below_fields(node.body)) for node in classes}


def _below_fields(body: Sequence[ast.stmt]) -> Iterator[tuple[str, str]]:
    for field, below in pairwise(body):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, inspect.cleandoc(text)
            case _:
                pass
